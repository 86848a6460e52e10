import { dayState } from '../../../../lib/day-state.ts';
import { isRecord } from '../../../../lib/stored-state.ts';
import { type CartItem, parseCartItem } from '../../../lib/cart-item.ts';
import { forgetOrderKey } from './order-key.ts';

/**
 * The order this browser last took to the bank, with its lines: the cart is emptied on the way there,
 * and a buyer who comes back without having paid must not fill it again by hand.
 */
export type PlacedOrder = {
  orderId: string;
  /** The key it was sent with. */
  key: string;
  lines: CartItem[];
};

const keptOrder = dayState('checkout-placed-order', 1, parsePlacedOrder);

/** Kept at the moment the buyer leaves for the bank. */
export function rememberPlacedOrder(order: PlacedOrder): void {
  keptOrder.remember(order);
}

/** The order that was last taken to the bank in this browser within 24 hours, or null. */
export function recallPlacedOrder(): PlacedOrder | null {
  return keptOrder.recall();
}

/** Called when it is paid: neither its lines nor its key may be used again. */
export function forgetPaidOrder(): void {
  keptOrder.forget();
  forgetOrderKey();
}

/** A kept order; null when one of its lines does not fit. */
export function parsePlacedOrder(kept: unknown): PlacedOrder | null {
  if (!isRecord(kept) || !Array.isArray(kept.lines)) return null;
  const { orderId, key } = kept;
  const lines = kept.lines.map(parseCartItem).filter((line) => line !== null);
  if (typeof orderId !== 'string' || typeof key !== 'string') return null;
  return lines.length > 0 && lines.length === kept.lines.length ? { orderId, key, lines } : null;
}
