import { oneDayState } from '#lib/storage/one-day-storage.ts';
import { isRecord } from '#lib/storage/stored-state.ts';
import { type CartItem, parseCartItem } from '#storefront/lib/cart-item.ts';
import { forgetOrderKey } from './order-key.ts';

/**
 * The order this browser last took to the bank, with its lines: the cart is emptied then, and a buyer who returns
 * without having paid should not have to fill it again.
 */
export type PlacedOrder = {
  orderId: string;
  /** The key it was sent with. */
  key: string;
  lines: CartItem[];
};

const storedOrder = oneDayState('checkout-placed-order', 1, parsePlacedOrder);

/** Stored when the buyer leaves for the bank. */
export function rememberPlacedOrder(order: PlacedOrder): void {
  storedOrder.remember(order);
}

/** The order last taken to the bank in this browser within 24 hours, or null. */
export function recallPlacedOrder(): PlacedOrder | null {
  return storedOrder.recall();
}

/** Called when it is paid: neither its lines nor its key may be used again. */
export function forgetPaidOrder(): void {
  storedOrder.forget();
  forgetOrderKey();
}

/** A stored order; null when one of its lines is invalid. */
export function parsePlacedOrder(stored: unknown): PlacedOrder | null {
  if (!isRecord(stored) || !Array.isArray(stored.lines)) return null;
  const { orderId, key } = stored;
  const lines = stored.lines.map(parseCartItem).filter((line) => line !== null);
  if (typeof orderId !== 'string' || typeof key !== 'string') return null;
  return lines.length > 0 && lines.length === stored.lines.length ? { orderId, key, lines } : null;
}
