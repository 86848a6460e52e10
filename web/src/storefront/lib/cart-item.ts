import { maxQuantity } from '@contract/orders.ts';
import type { Product } from '@contract/products.ts';
import { isRecord } from '../../lib/stored-state.ts';

/** What the cart keeps of a product, to show and to order it: as it was when it was added. */
export type CartProduct = Pick<Product, 'id' | 'slug' | 'name' | 'category' | 'price' | 'imageUrl' | 'stock'>;

/** One line of the cart. */
export type CartItem = { product: CartProduct; quantity: number };

/** Only what the cart keeps, whatever larger thing was passed in. */
export function toCartProduct(product: CartProduct): CartProduct {
  const { id, slug, name, category, price, imageUrl, stock } = product;
  return { id, slug, name, category, price, imageUrl, stock };
}

/** Sum of price times quantity, in whole shillings: a display; the server's total is the one that counts. */
export function totalPriceOf(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.product.price * item.quantity, 0);
}

/** The products and pieces of these lines, for which the shop says what delivery costs. */
export function piecesOf(items: readonly CartItem[]): { productId: string; quantity: number }[] {
  return items.map(({ product, quantity }) => ({ productId: product.id, quantity }));
}

/** A line that a browser kept; null when it cannot be ordered as it is. */
export function parseCartItem(kept: unknown): CartItem | null {
  if (!isRecord(kept) || !isCartProduct(kept.product) || !isWholeNumber(kept.quantity, 1)) return null;
  return kept.quantity > maxQuantity
    ? null
    : { product: toCartProduct(kept.product), quantity: kept.quantity };
}

function isCartProduct(value: unknown): value is CartProduct {
  return (
    isRecord(value) &&
    [value.id, value.slug, value.name, value.category].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    isWholeNumber(value.price, 1) &&
    isWholeNumber(value.stock, 0) &&
    (value.imageUrl === null || typeof value.imageUrl === 'string')
  );
}

function isWholeNumber(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
