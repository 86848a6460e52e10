import { isRecord, tabState } from '#lib/storage/stored-state.ts';

/** A note that is not saved on the server yet. */
export type OrderNoteDraft = {
  text: string;
  /** The text and the key of the last request: the same text sent again is the same note. */
  sent: { text: string; key: string };
};

export const noNoteDraft: OrderNoteDraft = { text: '', sent: { text: '', key: '' } };

const storedDraft = (orderId: string) => tabState(`admin-note-draft.${orderId}`, 1, parseNoteDraft);

/** The note typed for this order before a reload, a Back or a failure. */
export function recallNoteDraft(orderId: string): OrderNoteDraft {
  return storedDraft(orderId).recall() ?? noNoteDraft;
}

export function rememberNoteDraft(orderId: string, draft: OrderNoteDraft): void {
  if (draft.text === '') storedDraft(orderId).forget();
  else storedDraft(orderId).remember(draft);
}

/** A stored draft; null when it is invalid. */
export function parseNoteDraft(stored: unknown): OrderNoteDraft | null {
  if (!isRecord(stored) || typeof stored.text !== 'string') return null;
  const { text, sent } = stored;
  if (!isRecord(sent) || typeof sent.text !== 'string' || typeof sent.key !== 'string')
    return { text, sent: noNoteDraft.sent };
  return { text, sent: { text: sent.text, key: sent.key } };
}
