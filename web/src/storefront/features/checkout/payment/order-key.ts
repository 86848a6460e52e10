import { orderFingerprint } from '@contract/orders.ts';
import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { oneDayState } from '#lib/storage/one-day-storage.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { isRecord } from '#lib/storage/stored-state.ts';

/** The key with which an order was sent, and its content: details, lines and prices. */
export type OrderKey = { key: string; content: string };

const storedKey = oneDayState('checkout-order-key', 1, parseOrderKey);

/**
 * The `Idempotency-Key` for this request, in every tab of this browser. A repeat after a time-out, a double click or
 * a reload gets the key of the first attempt, so the server returns the same order; any change makes it another
 * order.
 */
export function keyForOrder(request: PlaceOrderRequest): string {
  const next = keyFor(request, storedKey.recall(), randomUuid);
  storedKey.remember(next);
  return next.key;
}

/** For an order that was refused for good: the next attempt is a new order even when nothing changed. */
export function forgetOrderKey(): void {
  storedKey.forget();
}

/** The stored key if it was made for exactly this request, else a new one. */
export function keyFor(request: PlaceOrderRequest, stored: OrderKey | null, newKey: () => string): OrderKey {
  const content = orderFingerprint(request);
  return stored?.content === content ? stored : { key: newKey(), content };
}

export function parseOrderKey(stored: unknown): OrderKey | null {
  if (!isRecord(stored)) return null;
  const { key, content } = stored;
  return typeof key === 'string' && typeof content === 'string' ? { key, content } : null;
}
