import { type ToOrder, weeksOf } from './to-order.ts';

// Apart from to-order: a page of a product adds nothing up.

/** Pieces of a line that are not in stock and are ordered from the maker. @param stock what can be ordered from the shelf */
const piecesToOrder = (quantity: number, stock: number, toOrder: ToOrder | null | undefined): number =>
  toOrder ? Math.max(0, quantity - stock) : 0;

type Line = { product: { price: number; stock: number; toOrder?: ToOrder | null }; quantity: number };

/**
 * KES that are due when these lines are ordered: of pieces from the maker the deposit, of everything else the price.
 * SQL adds up the same for an order (`private.books`). @param total KES of the lines, and the delivery where it is a part
 */
export function dueNowOf(lines: readonly Line[], total: number): number {
  const later = lines.reduce(
    (cents, { quantity, product: { price, stock, toOrder } }) =>
      cents + piecesToOrder(quantity, stock, toOrder) * price * (100 - (toOrder?.deposit ?? 100)),
    0,
  );
  return Math.ceil(total - later / 100);
}

/** What is said of a line of which pieces are to come: `2 to order, 6 to 8 weeks`; null when none are. */
export function toOrderNote({ product: { stock, toOrder }, quantity }: Line): string | null {
  const pieces = piecesToOrder(quantity, stock, toOrder);
  if (!toOrder || pieces === 0) return null;
  return `${pieces < quantity ? `${pieces} of them to order` : 'To order'}, ${weeksOf(toOrder)}`;
}
