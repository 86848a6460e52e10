import type { OrderDetails } from '@contract/admin-orders.ts';
import { type PieceFate, pieceFates, type RefundLine } from '@contract/refunds.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';

export const fateLabels: Record<PieceFate, string> = {
  restocked: 'Back in stock',
  damaged: 'Came back damaged',
  kept: 'Kept by the buyer',
};

/** An item of an order of which pieces can be refunded. */
export type RefundableItem = {
  itemId: string;
  name: string;
  /** KES */
  price: number;
  left: number;
  /** Those that the buyer has, as far as they were written down. */
  serials: string[];
};
/** By item, as typed; nobody but who has the pieces knows what became of them. */
export type TypedPieces = Record<string, { quantity: string; fate: PieceFate | ''; serials?: string[] }>;

/** The items of an order of which no refund has taken all pieces yet. */
export const refundableItems = ({
  order,
  refundablePieces,
  serialsAtBuyer,
}: OrderDetails): RefundableItem[] =>
  order.items
    .map(({ id, productName, price }) => ({
      itemId: id,
      name: productName,
      price,
      left: refundablePieces[id] ?? 0,
      serials: serialsAtBuyer[id] ?? [],
    }))
    .filter(({ left }) => left > 0);

/** The typed pieces, what they cost in KES, and what is wrong or missing for each item. */
export function typedLines(items: readonly RefundableItem[], typed: TypedPieces) {
  const lines: RefundLine[] = [];
  /** By `<item>.quantity`, `.fate` and `.serials`. */
  const problems: Record<string, string> = {};
  let sum = 0;
  for (const { itemId, price, left, serials: known } of items) {
    const { quantity: text = '', fate = '', serials = [] } = typed[itemId] ?? {};
    const quantity = typedFigure(text) ?? 0;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0 || quantity > left) {
      problems[`${itemId}.quantity`] = `Please enter a number from 0 to ${left}`;
    } else if (quantity > 0) {
      const isAsked = fate !== 'kept' && known.length > 0;
      // Of some pieces the number may not be written down.
      const isKnown = known.length >= left;
      const back = isKnown && quantity === known.length ? known : serials;
      if (!fate) problems[`${itemId}.fate`] = 'Please choose what happened to them';
      else if (isAsked && (back.length > quantity || (isKnown && back.length < quantity)))
        problems[`${itemId}.serials`] = `Please tick ${quantity}`;
      else lines.push({ itemId, quantity, fate, ...(isAsked && { serials: back }) });
      sum += quantity * price;
    }
  }
  return { lines, sum, problems };
}

type RefundedPiecesProps = {
  items: readonly RefundableItem[];
  typed: TypedPieces;
  problemOf(path: string): string | undefined;
  onTyped(typed: TypedPieces): void;
};

/** Which pieces a refund is for, and what became of them. */
export function RefundedPieces({ items, typed, problemOf, onTyped }: RefundedPiecesProps) {
  if (items.length === 0) return null;
  return (
    <fieldset className="stack gap-3">
      <legend>Pieces it is for</legend>
      {items.map(({ itemId, name, left, serials: known }) => {
        const { quantity = '', fate = '', serials = [] } = typed[itemId] ?? {};
        const change = (changed: Partial<TypedPieces[string]>) =>
          onTyped({ ...typed, [itemId]: { quantity, fate, serials, ...changed } });
        const wrongSerials = problemOf(`${itemId}.serials`);
        const isNone = quantity.trim() === '' || quantity.trim() === '0';
        const isAll = known.length >= left && quantity.trim() === String(known.length);
        return (
          <div key={itemId} className="stack gap-2">
            <Field
              label={name}
              hint={`0 to ${left}; empty for none.`}
              inputMode="numeric"
              autoComplete="off"
              error={problemOf(`${itemId}.quantity`)}
              value={quantity}
              onChange={({ target }) => change({ quantity: target.value })}
            />
            {isNone ? null : (
              <SelectField
                label="What happened to them"
                placeholder="Choose"
                error={problemOf(`${itemId}.fate`)}
                options={optionsOf(pieceFates, fateLabels)}
                value={fate}
                onChange={({ target }) => change({ fate: target.value as PieceFate })}
              />
            )}
            {!isNone && !isAll && fate && fate !== 'kept' && known.length > 0 ? (
              <fieldset className="stack gap-1">
                <legend>Serial numbers that came back</legend>
                {known.map((serial) => (
                  <CheckBox
                    key={serial}
                    label={serial}
                    checked={serials.includes(serial)}
                    aria-invalid={wrongSerials ? true : undefined}
                    onChange={({ target }) => {
                      const others = serials.filter((one) => one !== serial);
                      change({ serials: target.checked ? [...others, serial] : others });
                    }}
                  />
                ))}
                {wrongSerials ? <p className="bad">{wrongSerials}</p> : null}
              </fieldset>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}
