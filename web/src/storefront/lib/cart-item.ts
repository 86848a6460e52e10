import { maxQuantity } from '@contract/order-limits.ts';
import type { Product } from '@contract/products.ts';
import { isRecord } from '#lib/storage/stored-state.ts';

/** The fields of a product that the cart stores to show and to order it: as they were when it was added. */
export type CartProduct = Pick<
  Product,
  'id' | 'slug' | 'name' | 'category' | 'price' | 'imageUrl' | 'stock'
> &
  Partial<Pick<Product, 'toOrder'>>;

/** One line of the cart. */
export type CartItem = { product: CartProduct; quantity: number };

/** Only the cart's fields of a product. */
export function toCartProduct(product: CartProduct): CartProduct {
  const { id, slug, name, category, price, imageUrl, stock, toOrder } = product;
  return { id, slug, name, category, price, imageUrl, stock, ...(toOrder && { toOrder }) };
}

/** The largest quantity of this product in a cart: its stock unless it comes to order, and never more than an order may have. */
export function maxQuantityOf({ stock, toOrder }: Pick<CartProduct, 'stock' | 'toOrder'>): number {
  return toOrder ? maxQuantity : Math.max(0, Math.min(stock, maxQuantity));
}

/** Whether any of it can be ordered now. */
export const isBuyable = ({ product }: CartItem): boolean => maxQuantityOf(product) > 0;

/** The sum of what can be ordered now, in whole shillings. For display; the server's total is the one that counts. */
export const totalPriceOf = (items: readonly CartItem[]): number =>
  items.filter(isBuyable).reduce((sum, item) => sum + item.product.price * item.quantity, 0);

/** The ids and quantities of these lines, as requests name them. */
export function piecesOf(
  items: readonly { product: { id: string }; quantity: number }[],
): { productId: string; quantity: number }[] {
  return items.map(({ product, quantity }) => ({ productId: product.id, quantity }));
}

/** A stored line; null when it is invalid. */
export function parseCartItem(stored: unknown): CartItem | null {
  if (!isRecord(stored) || !isCartProduct(stored.product) || !isWholeNumber(stored.quantity, 1)) return null;
  return stored.quantity > maxQuantity
    ? null
    : { product: toCartProduct(stored.product), quantity: stored.quantity };
}

function isCartProduct(value: unknown): value is CartProduct {
  return (
    isRecord(value) &&
    [value.id, value.slug, value.name, value.category].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    isWholeNumber(value.price, 1) &&
    isWholeNumber(value.stock, 0) &&
    (!value.toOrder || isToOrder(value.toOrder)) &&
    (value.imageUrl === null || typeof value.imageUrl === 'string')
  );
}

const isToOrder = (value: unknown) =>
  isRecord(value) && [value.low, value.high, value.deposit].every((figure) => isWholeNumber(figure, 1));

function isWholeNumber(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min;
}
