import { maxLines, maxQuantity } from '@contract/orders.ts';
import { type CartItem, type CartProduct, toCartProduct } from '../../lib/cart-item.ts';

/** Why fewer pieces were added than asked for; null when all were. */
export type Shortfall = 'sold-out' | 'stock-limit' | 'quantity-limit' | 'line-limit' | null;

export type Change = { items: CartItem[]; shortfall: Shortfall };

/** The most pieces of this product one cart can hold: what is in stock, and never more than an order may have. */
export function maxQuantityOf(product: Pick<CartProduct, 'stock'>): number {
  return Math.max(0, Math.min(product.stock, maxQuantity));
}

/** Adds pieces of a product: to its line when there is one, else to a new last line. */
export function withAdded(items: readonly CartItem[], product: CartProduct, quantity = 1): Change {
  const snapshot = toCartProduct(product);
  const present = items.find((item) => item.product.id === product.id);
  if (maxQuantityOf(snapshot) === 0) return { items: [...items], shortfall: 'sold-out' };
  if (!present && items.length >= maxLines) return { items: [...items], shortfall: 'line-limit' };

  const asked = (present?.quantity ?? 0) + quantity;
  const { granted, shortfall } = granting(snapshot, asked, present?.quantity);
  const line = { product: snapshot, quantity: granted };
  if (!present) return { items: [...items, line], shortfall };
  return { items: items.map((item) => (item === present ? line : item)), shortfall };
}

/** Sets the quantity of a line; 0 or less removes it. */
export function withQuantity(items: readonly CartItem[], productId: string, quantity: number): Change {
  const present = items.find((item) => item.product.id === productId);
  if (!present) return { items: [...items], shortfall: null };
  if (quantity <= 0) return { items: withoutProduct(items, productId), shortfall: null };
  // A line with more pieces than there are in stock now may be lowered step by step, never raised.
  const { granted, shortfall } =
    quantity < present.quantity
      ? { granted: quantity, shortfall: null }
      : granting(present.product, quantity, present.quantity);
  return {
    items: items.map((item) => (item === present ? { ...item, quantity: granted } : item)),
    shortfall,
  };
}

/**
 * Puts a removed line back in its place; if the product was added again meanwhile, the pieces are added to that line.
 */
export function withPutBack(
  items: readonly CartItem[],
  { product, quantity }: CartItem,
  place: number,
): Change {
  if (items.some((item) => item.product.id === product.id)) return withAdded(items, product, quantity);
  if (items.length >= maxLines) return { items: [...items], shortfall: 'line-limit' };
  return { items: [...items.slice(0, place), { product, quantity }, ...items.slice(place)], shortfall: null };
}

/** Takes a product out. */
export function withoutProduct(items: readonly CartItem[], productId: string): CartItem[] {
  return items.filter((item) => item.product.id !== productId);
}

/**
 * Applies what the shopper changed during a request to its answer: pieces added are added, pieces removed are
 * removed.
 */
export function withChangesSince(
  answered: readonly CartItem[],
  before: readonly CartItem[],
  now: readonly CartItem[],
): CartItem[] {
  const piecesIn = (lines: readonly CartItem[], id: string) =>
    lines.find((item) => item.product.id === id)?.quantity ?? 0;
  let items = [...answered];
  for (const { product } of new Map([...before, ...now].map((item) => [item.product.id, item])).values()) {
    const change = piecesIn(now, product.id) - piecesIn(before, product.id);
    if (change === 0) continue;
    if (change > 0) items = withAdded(items, product, change).items;
    else items = withQuantity(items, product.id, piecesIn(items, product.id) + change).items;
  }
  return items;
}

/** Do both hold the same pieces of the same products? */
export function isSameCart(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const pieces = new Map(other.map((item) => [item.product.id, item.quantity]));
  return one.length === other.length && one.every((item) => pieces.get(item.product.id) === item.quantity);
}

/** Sum of quantities. */
export function totalItemsOf(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

function granting(
  product: CartProduct,
  asked: number,
  atLeast = 0,
): { granted: number; shortfall: Shortfall } {
  const most = Math.max(maxQuantityOf(product), atLeast);
  if (asked <= most) return { granted: asked, shortfall: null };
  return { granted: most, shortfall: product.stock >= maxQuantity ? 'quantity-limit' : 'stock-limit' };
}
