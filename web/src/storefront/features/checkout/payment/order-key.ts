import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { forget, recall, remember } from '../../../../lib/session-storage.ts';

/** The key under which one exact order was sent: same details, same lines, same prices. */
export type OrderKey = { key: string; content: string };

const storageName = 'checkout-order-key';
const version = 1;

/**
 * The `Idempotency-Key` for this request. A repeat after a time-out, a double click or a reload gets the
 * key of the first try, so the shop answers with the same order; any change makes it another order.
 */
export function keyForOrder(request: PlaceOrderRequest): string {
  const kept = recall(storageName, parseOrderKey);
  const next = keyFor(request, kept, randomUuid);
  remember(storageName, { version, ...next });
  return next.key;
}

/** Called when the shop has refused the order for good: the next try is a new order even when nothing changed. */
export function forgetOrderKey(): void {
  forget(storageName);
}

/** The kept key when it was made for exactly this content, else a new one. */
export function keyFor(request: PlaceOrderRequest, kept: OrderKey | null, newKey: () => string): OrderKey {
  const content = contentOf(request);
  return kept?.content === content ? kept : { key: newKey(), content };
}

export function parseOrderKey(kept: unknown): OrderKey | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { version: keptVersion, key, content } = kept as Record<string, unknown>;
  return keptVersion === version && typeof key === 'string' && typeof content === 'string'
    ? { key, content }
    : null;
}

/** The order of the lines does not make it another order. */
function contentOf({ orderData, items }: PlaceOrderRequest): string {
  const lines = items.map((item) => [item.productId, item.quantity, item.price].join('*')).sort();
  return JSON.stringify([
    orderData.customerName,
    orderData.customerEmail,
    orderData.customerPhone,
    orderData.customerAddress,
    orderData.totalAmount,
    lines,
  ]);
}
