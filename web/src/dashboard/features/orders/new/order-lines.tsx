import { formatKes } from '@contract/money.ts';
import { maxReasonLength } from '@contract/admin-orders.ts';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import type { TypedOrder } from './typed-order.ts';

type Lines = TypedOrder['lines'];

type OrderLinesProps = {
  lines: Lines;
  /** Of a field: `lines[0].quantity`. */
  problemOf(path: string): string | undefined;
  onChange(lines: Lines): void;
};

/** The products of an order, each with its pieces and, if it is new and that was agreed, a special price. */
export function OrderLines({ lines, problemOf, onChange }: OrderLinesProps) {
  const may = useMay();
  // What is typed can be taken away by whoever may not type it.
  return lines.map(({ product, bought, ...typed }, index) => {
    const field = (name: keyof typeof typed) => ({
      value: typed[name],
      error: problemOf(`lines[${index}].${name}`),
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) =>
        onChange(lines.map((line, at) => (at === index ? { ...line, [name]: target.value } : line))),
    });
    return (
      <fieldset key={product.id} className="stack gap-2 line-above pad-top-3">
        <legend className="visually-hidden">{product.name}</legend>
        <div className="flex spread gap-3 align-top">
          <span className="breaks">
            <strong>{product.name}</strong>{' '}
            <span className="quiet one-line">{`${formatKes(product.price)} a piece`}</span>
          </span>
          {bought && bought.least > 0 ? null : (
            <Button
              variant="quiet"
              aria-label={`Remove ${product.name}`}
              onClick={({ currentTarget }) => {
                // This button disappears with its line.
                currentTarget.form?.querySelector<HTMLElement>('[name="add product"]')?.focus();
                onChange(lines.filter((_, at) => at !== index));
              }}
            >
              Remove
            </Button>
          )}
        </div>
        <div className="pair gap-5 gap-y-2 align-top">
          <Field
            label="Pieces"
            hint={bought && boughtText(bought)}
            inputMode="numeric"
            {...field('quantity')}
          />
          {bought || !(may('orders.special_price') || typed.specialPrice) ? null : (
            <Field
              label="Special price in KES"
              hint="For one piece, if another was agreed. The product keeps its price."
              inputMode="decimal"
              {...field('specialPrice')}
            />
          )}
        </div>
        {typed.specialPrice.trim() ? (
          <Field
            label="Why this price"
            hint="Stays with the order, with your name; the buyer does not see it."
            maxLength={maxReasonLength}
            {...field('reason')}
          />
        ) : null}
      </fieldset>
    );
  });
}

const boughtText = ({ quantity, least }: { quantity: number; least: number }) =>
  least > 0
    ? `${quantity} ordered. At least ${least} must stay: packed, sent or refunded.`
    : `${quantity} ordered.`;
