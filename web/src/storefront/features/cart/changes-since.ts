import type { CartItem } from '#storefront/lib/cart-item.ts';
import { withAdded, withQuantity } from './cart-lines.ts';

/**
 * Applies the shopper's changes during a request to its response: added pieces are added, removed pieces are removed.
 */
export function withChangesSince(
  fetched: readonly CartItem[],
  before: readonly CartItem[],
  now: readonly CartItem[],
): CartItem[] {
  const piecesIn = (lines: readonly CartItem[], id: string) =>
    lines.find((item) => item.product.id === id)?.quantity ?? 0;
  let items = [...fetched];
  for (const { product } of new Map([...before, ...now].map((item) => [item.product.id, item])).values()) {
    const change = piecesIn(now, product.id) - piecesIn(before, product.id);
    if (change === 0) continue;
    if (change > 0) items = withAdded(items, product, change).items;
    else items = withQuantity(items, product.id, piecesIn(items, product.id) + change).items;
  }
  return items;
}
