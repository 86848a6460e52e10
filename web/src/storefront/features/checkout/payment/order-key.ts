import { orderFingerprint } from '@contract/order-fingerprint.ts';
import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { dayState } from '../../../../lib/day-state.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { isRecord } from '../../../../lib/stored-state.ts';

/** The key under which one exact order was sent: these details, lines and prices. */
export type OrderKey = { key: string; content: string };

const keptKey = dayState('checkout-order-key', 1, parseOrderKey);

/**
 * The `Idempotency-Key` for this request, in every tab of this browser. A repeat after a time-out, a double click or a
 * reload gets the key of the first try, so the shop answers with the same order; any change makes it another order.
 */
export function keyForOrder(request: PlaceOrderRequest): string {
  const next = keyFor(request, keptKey.recall(), randomUuid);
  keptKey.remember(next);
  return next.key;
}

/** For an order that the shop has refused for good: the next try is a new order even when nothing changed. */
export function forgetOrderKey(): void {
  keptKey.forget();
}

/** The kept key when it was made for exactly this request, else a new one. */
export function keyFor(request: PlaceOrderRequest, kept: OrderKey | null, newKey: () => string): OrderKey {
  const content = orderFingerprint(request);
  return kept?.content === content ? kept : { key: newKey(), content };
}

export function parseOrderKey(kept: unknown): OrderKey | null {
  if (!isRecord(kept)) return null;
  const { key, content } = kept;
  return typeof key === 'string' && typeof content === 'string' ? { key, content } : null;
}
