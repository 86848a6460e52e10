import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { sameTypes } from '#dashboard/lib/same-types.ts';
import { notSent, parseSent } from '#dashboard/lib/sent-request.ts';
import { emptyOrder, type TypedLine } from './typed-order.ts';

export const noOrderDraft = { typed: emptyOrder, sent: notSent };

/** An order that is not made yet. */
export type NewOrderDraft = typeof noOrderDraft;

/** The draft of this tab: it survives a reload, Back and a failure. */
export const newOrderDraft = tabState('admin-new-order', 1, parseOrderDraft);

/** Validates a stored draft field by field; null when it is invalid. Also of an order that is changed. */
export function parseOrderDraft(stored: unknown): NewOrderDraft | null {
  if (!isRecord(stored) || !isRecord(stored.typed)) return null;
  const { accountId, lines } = stored.typed;
  const typed = {
    ...sameTypes(emptyOrder, stored.typed),
    accountId: typeof accountId === 'string' ? accountId : null,
    lines: Array.isArray(lines) ? lines.flatMap(parseLine) : [],
  };
  return { typed, sent: parseSent(stored.sent) };
}

function parseLine(stored: unknown): TypedLine[] {
  if (!isRecord(stored) || !isRecord(stored.product)) return [];
  const product = sameTypes({ id: '', name: '', price: 0 }, stored.product);
  if (!product.id) return [];
  const bought = isRecord(stored.bought) && { bought: sameTypes({ quantity: 0, least: 0 }, stored.bought) };
  return [{ product, ...sameTypes({ quantity: '', specialPrice: '', reason: '' }, stored), ...bought }];
}
