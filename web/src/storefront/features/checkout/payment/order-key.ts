import { orderFingerprint } from '@contract/orders.ts';
import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { oneDayState } from '#lib/storage/one-day-storage.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { isRecord } from '#lib/storage/stored-state.ts';
import { type CartItem, parseCartItem } from '#storefront/lib/cart-item.ts';

/** What a browser remembers of a purchase: the key with which it was sent, and its content: details, lines and prices. */
export type OrderKey = {
  key: string;
  content: string;
  /**
   * Once it was taken to the bank: the order with its lines. The cart is emptied then, and a buyer who returns without
   * having paid should not have to fill it again.
   */
  order: PlacedOrder | null;
};

type PlacedOrder = { id: string; lines: CartItem[] };

const storedKey = oneDayState('checkout-order-key', 2, parseOrderKey);

/**
 * The `Idempotency-Key` for this request, in every tab of this browser. A repeat after a time-out, a double click or
 * a reload gets the key of the first attempt, so the server returns the same order; any change makes it another
 * order.
 */
export function keyForOrder(request: PlaceOrderRequest): OrderKey {
  const next = keyFor(request, storedKey.recall(), randomUuid);
  storedKey.remember(next);
  return next;
}

/** Stored when the buyer leaves for the bank. */
export const rememberPlacedOrder = (key: OrderKey, order: PlacedOrder): void =>
  storedKey.remember({ ...key, order });

/** The order last taken to the bank in this browser within 24 hours, or null. */
export const recallPlacedOrder = (): PlacedOrder | null => storedKey.recall()?.order ?? null;

/**
 * For an order that is paid, or was refused for good: the next attempt is a new order even when nothing changed, and
 * its lines are not put back into the cart.
 */
export const forgetOrderKey = (): void => storedKey.forget();

/** The stored key if it was made for exactly this request, else a new one. */
export function keyFor(request: PlaceOrderRequest, stored: OrderKey | null, newKey: () => string): OrderKey {
  const content = orderFingerprint(request);
  return stored?.content === content ? stored : { key: newKey(), content, order: null };
}

/** A stored key; with one of its lines invalid, there is nothing to put back. */
export function parseOrderKey(stored: unknown): OrderKey | null {
  if (!isRecord(stored)) return null;
  const { key, content, order } = stored;
  if (typeof key !== 'string' || typeof content !== 'string') return null;
  return { key, content, order: isRecord(order) ? parsePlacedOrder(order) : null };
}

function parsePlacedOrder({ id, lines: stored }: Record<string, unknown>): PlacedOrder | null {
  if (typeof id !== 'string' || !Array.isArray(stored)) return null;
  const lines = stored.map(parseCartItem).filter((line) => line !== null);
  return lines.length > 0 && lines.length === stored.length ? { id, lines } : null;
}
