import type { OrderDetails } from '@contract/admin-orders.ts';
import { type PieceFate, pieceFates, type RefundLine } from '@contract/refunds.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';

export const fateLabels: Record<PieceFate, string> = {
  restocked: 'Back in stock',
  damaged: 'Came back damaged',
  kept: 'Kept by the buyer',
};

/** An item of an order of which pieces can be refunded. */
export type RefundableItem = { itemId: string; name: string; /** KES */ price: number; left: number };
/** By item, as typed; nobody but who has the pieces knows what became of them. */
export type TypedPieces = Record<string, { quantity: string; fate: PieceFate | '' }>;
export type PieceProblems = Record<string, { quantity?: string; fate?: string }>;

/** The items of an order of which no refund has taken all pieces yet. */
export const refundableItems = ({ order, refundablePieces }: OrderDetails): RefundableItem[] =>
  order.items
    .map(({ id, productName, price }) => ({
      itemId: id,
      name: productName,
      price,
      left: refundablePieces[id] ?? 0,
    }))
    .filter(({ left }) => left > 0);

/** The typed pieces, what they cost in KES, and what is wrong or missing for each item. */
export function typedLines(items: readonly RefundableItem[], typed: TypedPieces) {
  const lines: RefundLine[] = [];
  const problems: PieceProblems = {};
  let sum = 0;
  for (const { itemId, price, left } of items) {
    const { quantity: text = '', fate = '' } = typed[itemId] ?? {};
    const quantity = typedFigure(text) ?? 0;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0 || quantity > left) {
      problems[itemId] = { quantity: `Please enter a number from 0 to ${left}` };
    } else if (quantity > 0) {
      if (fate) lines.push({ itemId, quantity, fate });
      else problems[itemId] = { fate: 'Please choose what happened to them' };
      sum += quantity * price;
    }
  }
  return { lines, sum, problems };
}

type RefundedPiecesProps = {
  items: readonly RefundableItem[];
  typed: TypedPieces;
  problems: PieceProblems;
  onTyped(typed: TypedPieces): void;
};

/** Which pieces a refund is for, and what became of them. */
export function RefundedPieces({ items, typed, problems, onTyped }: RefundedPiecesProps) {
  if (items.length === 0) return null;
  return (
    <fieldset className="stack gap-3">
      <legend>Pieces it is for</legend>
      {items.map(({ itemId, name, left }) => {
        const { quantity = '', fate = '' } = typed[itemId] ?? {};
        return (
          <div key={itemId} className="stack gap-2">
            <Field
              label={name}
              hint={`0 to ${left}; empty for none.`}
              inputMode="numeric"
              autoComplete="off"
              error={problems[itemId]?.quantity}
              value={quantity}
              onChange={({ target }) => onTyped({ ...typed, [itemId]: { quantity: target.value, fate } })}
            />
            {quantity.trim() === '' || quantity.trim() === '0' ? null : (
              <SelectField
                label="What happened to them"
                placeholder="Choose"
                error={problems[itemId]?.fate}
                options={optionsOf(pieceFates, fateLabels)}
                value={fate}
                onChange={({ target }) =>
                  onTyped({ ...typed, [itemId]: { quantity, fate: target.value as PieceFate } })
                }
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
