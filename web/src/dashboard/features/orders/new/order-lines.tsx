import { formatKes } from '@contract/money.ts';
import { maxReasonLength } from '@contract/admin-orders.ts';
import { Trash2 } from 'lucide-react';
import { Field } from '#components/forms/field.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import styles from './order-lines.module.css';
import { totalOf, type TypedOrder } from './typed-order.ts';

type Lines = TypedOrder['lines'];

type OrderLinesProps = {
  lines: Lines;
  /** Of a field: `lines[0].quantity`. */
  problemOf(path: string): string | undefined;
  onChange(lines: Lines): void;
};

/** The products of an order, a row each: its pieces and, as long as nothing of it is sold, an agreed price. */
export function OrderLines({ lines, problemOf, onChange }: OrderLinesProps) {
  const may = useMay();
  return lines.map((line, index) => {
    const { product, bought, specialPrice } = line;
    const field = (name: 'quantity' | 'specialPrice' | 'reason', label: string) => ({
      label,
      'aria-label': label,
      value: line[name],
      error: problemOf(`lines[${index}].${name}`),
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) =>
        onChange(lines.map((one) => (one === line ? { ...line, [name]: target.value } : one))),
    });
    const sum = totalOf({ lines: [line], deliveryPrice: '0' }, null);
    return (
      <fieldset key={product.id} className={`grid gap-2 line-above pad-y-2 ${styles.line}`}>
        <legend className="visually-hidden">{product.name}</legend>
        <span className={`breaks tight ${styles.name}`}>
          <strong>{product.name}</strong>
          {bought ? <span className="block muted">{boughtText(bought)}</span> : null}
          {specialPrice.trim() ? (
            <span className="block muted">{`Instead of ${formatKes(product.price)}`}</span>
          ) : null}
        </span>
        <Field inputMode="numeric" {...field('quantity', 'Pieces')} />
        <span aria-hidden="true">×</span>
        {/* What is typed can be taken away by whoever may not type it. */}
        {bought?.isPriceOpen === false || !(may('orders.special_price') || specialPrice) ? (
          <span className="tabular">{product.price.toLocaleString('en-KE')}</span>
        ) : (
          <Field
            inputMode="decimal"
            placeholder={product.price.toLocaleString('en-KE')}
            {...field('specialPrice', 'Special price in KES')}
          />
        )}
        <span className="text-end tabular one-line">
          {Number.isNaN(sum) ? '–' : sum.toLocaleString('en-KE')}
        </span>
        {bought && bought.least > 0 ? null : (
          <IconButton
            className={styles.remove}
            label={`Remove ${product.name}`}
            icon={<Trash2 />}
            onClick={({ currentTarget }) => {
              // This button disappears with its line.
              currentTarget.form?.querySelector<HTMLElement>('[name="add product"]')?.focus();
              onChange(lines.filter((one) => one !== line));
            }}
          />
        )}
        {specialPrice.trim() ? (
          <div className="whole-row">
            <Field
              placeholder="Why this price; the buyer does not see it"
              maxLength={maxReasonLength}
              {...field('reason', 'Why this price')}
            />
          </div>
        ) : null}
      </fieldset>
    );
  });
}

const boughtText = ({ quantity, least }: { quantity: number; least: number }) =>
  least > 0
    ? `${quantity} ordered. At least ${least} must stay: packed, sent or refunded.`
    : `${quantity} ordered.`;
