import type { OrderToChange } from '@contract/admin-orders.ts';
import { mixed, object } from 'yup';
import { parsedBy } from '#lib/forms/draft-schema.ts';
import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { type NewOrderDraft, orderDraftFields } from '../new/new-order-draft.ts';

/** A change that is not saved yet. */
type ChangeDraft = NewOrderDraft & {
  /** The order over which it was typed. */
  seen: OrderToChange;
};

const isSeen = (seen: unknown): seen is OrderToChange =>
  isRecord(seen) && typeof seen.version === 'string' && Array.isArray(seen.lines);

/** A stored draft; null when it is invalid. */
export const parseChangeDraft = parsedBy<ChangeDraft>(
  object({ ...orderDraftFields, seen: mixed(isSeen).required() }),
);

/** The draft of an order in this tab: it survives a reload, Back and a failure. */
export const changeDraft = (orderId: string) =>
  tabState(`admin-order-change.${orderId}`, 1, parseChangeDraft);
