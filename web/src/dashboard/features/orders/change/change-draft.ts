import type { OrderToChange } from '@contract/admin-orders.ts';
import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { type NewOrderDraft, parseOrderDraft } from '../new/new-order-draft.ts';

/** A change that is not saved yet. */
type ChangeDraft = NewOrderDraft & {
  /** The order over which it was typed. */
  seen: OrderToChange;
};

/** The draft of an order in this tab: it survives a reload, Back and a failure. */
export const changeDraft = (orderId: string) =>
  tabState(`admin-order-change.${orderId}`, 1, parseChangeDraft);

/** A stored draft; null when it is invalid. */
export function parseChangeDraft(stored: unknown): ChangeDraft | null {
  const draft = parseOrderDraft(stored);
  if (!draft || !isRecord(stored) || !isRecord(stored.seen)) return null;
  const { seen } = stored;
  if (typeof seen.version !== 'string' || !Array.isArray(seen.lines)) return null;
  return { ...draft, seen: seen as OrderToChange };
}
