import { maxLines, maxQuantity } from '@contract/order-limits.ts';
import { type CartItem, type CartProduct, maxQuantityOf, toCartProduct } from '#storefront/lib/cart-item.ts';

/** Why fewer pieces were added than requested; null when all were. */
export type Shortfall = 'sold-out' | 'stock-limit' | 'quantity-limit' | 'line-limit' | null;

export type Change = { items: CartItem[]; shortfall: Shortfall };

/** A quantity that somebody typed; null when it is not a number of whole pieces, such as 1.5. */
export function wholePieces(typed: string): number | null {
  return /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : null;
}

/** What is said about any other. */
export const onlyWholePieces = 'Please type whole pieces, such as 2.';

/** Adds pieces of a product: to its line when there is one, else as a new last line. */
export function withAdded(items: readonly CartItem[], product: CartProduct, quantity = 1): Change {
  const snapshot = toCartProduct(product);
  const present = items.find((item) => item.product.id === product.id);
  if (maxQuantityOf(snapshot) === 0) return { items: [...items], shortfall: 'sold-out' };
  if (!present && items.length >= maxLines) return { items: [...items], shortfall: 'line-limit' };

  const requested = (present?.quantity ?? 0) + quantity;
  const { granted, shortfall } = grant(snapshot, requested, present?.quantity);
  const line = { product: snapshot, quantity: granted };
  if (!present) return { items: [...items, line], shortfall };
  return { items: items.map((item) => (item === present ? line : item)), shortfall };
}

/** Sets the quantity of a line; 0 or less removes it. */
export function withQuantity(items: readonly CartItem[], productId: string, quantity: number): Change {
  const present = items.find((item) => item.product.id === productId);
  if (!present) return { items: [...items], shortfall: null };
  if (quantity <= 0) return { items: withoutProduct(items, productId), shortfall: null };
  // A line with more pieces than are in stock can be reduced step by step, never increased.
  const { granted, shortfall } =
    quantity < present.quantity
      ? { granted: quantity, shortfall: null }
      : grant(present.product, quantity, present.quantity);
  return {
    items: items.map((item) => (item === present ? { ...item, quantity: granted } : item)),
    shortfall,
  };
}

/**
 * Puts a removed line back at its position; if the product was added again meanwhile, adds the pieces to that line.
 */
export function withPutBack(
  items: readonly CartItem[],
  { product, quantity }: CartItem,
  position: number,
): Change {
  if (items.some((item) => item.product.id === product.id)) return withAdded(items, product, quantity);
  if (items.length >= maxLines) return { items: [...items], shortfall: 'line-limit' };
  return {
    items: [...items.slice(0, position), { product, quantity }, ...items.slice(position)],
    shortfall: null,
  };
}

/** Removes a product. */
export function withoutProduct(items: readonly CartItem[], productId: string): CartItem[] {
  return items.filter((item) => item.product.id !== productId);
}

/** Whether two carts have the same quantities of the same products. */
export function isSameCart(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const pieces = new Map(other.map((item) => [item.product.id, item.quantity]));
  return one.length === other.length && one.every((item) => pieces.get(item.product.id) === item.quantity);
}

/** Sum of quantities. */
export function totalItemsOf(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

function grant(
  product: CartProduct,
  requested: number,
  atLeast = 0,
): { granted: number; shortfall: Shortfall } {
  const max = Math.max(maxQuantityOf(product), atLeast);
  if (requested <= max) return { granted: requested, shortfall: null };
  return {
    granted: max,
    shortfall: maxQuantityOf(product) >= maxQuantity ? 'quantity-limit' : 'stock-limit',
  };
}
