import { forget, recall, remember } from '../../../../lib/session-storage.ts';
import type { CheckoutLine, CheckoutProduct } from '../checkout-line.ts';
import { forgetOrderKey } from './order-key.ts';

/**
 * The order this tab last took to the bank, with its lines: the cart is emptied on the way there,
 * and a buyer who comes back without having paid must not fill it again by hand.
 */
export type PlacedOrder = {
  orderId: string;
  /** The key it was sent with. */
  key: string;
  lines: CheckoutLine[];
};

const storageName = 'checkout-placed-order';
const version = 1;

/** Kept at the moment the buyer leaves for the bank. */
export function rememberPlacedOrder(order: PlacedOrder): void {
  remember(storageName, { version, ...order });
}

/** The order that was last taken to the bank from this tab, or null. */
export function recallPlacedOrder(): PlacedOrder | null {
  return recall(storageName, parsePlacedOrder);
}

/** Called when it is paid: neither its lines nor its key may be used again. */
export function forgetPaidOrder(): void {
  forget(storageName);
  forgetOrderKey();
}

export function parsePlacedOrder(kept: unknown): PlacedOrder | null {
  if (!isRecord(kept) || kept.version !== version) return null;
  const { orderId, key } = kept;
  if (typeof orderId !== 'string' || typeof key !== 'string' || !Array.isArray(kept.lines)) return null;
  const lines = kept.lines.filter(isLine);
  return lines.length > 0 && lines.length === kept.lines.length ? { orderId, key, lines } : null;
}

function isLine(value: unknown): value is CheckoutLine {
  return isRecord(value) && isCount(value.quantity) && isProduct(value.product);
}

function isProduct(value: unknown): value is CheckoutProduct {
  return (
    isRecord(value) &&
    ['id', 'slug', 'name', 'category'].every((name) => typeof value[name] === 'string') &&
    isCount(value.price) &&
    (value.imageUrl === null || typeof value.imageUrl === 'string') &&
    typeof value.stock === 'number'
  );
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
