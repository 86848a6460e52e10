import { isRecord, tabState } from '../../../../lib/stored-state.ts';

/** A note that is typed and not saved in the shop yet. */
export type OrderNoteDraft = {
  text: string;
  /** What was sent last, and under which key: the same text sent again is the same note. */
  sent: { text: string; key: string };
};

export const noNoteDraft: OrderNoteDraft = { text: '', sent: { text: '', key: '' } };

const keptDraft = (orderId: string) => tabState(`admin-note-draft.${orderId}`, 1, parseNoteDraft);

/** What was typed about this order before a reload, a Back or a failure. */
export function recallNoteDraft(orderId: string): OrderNoteDraft {
  return keptDraft(orderId).recall() ?? noNoteDraft;
}

export function rememberNoteDraft(orderId: string, draft: OrderNoteDraft): void {
  if (draft.text === '') keptDraft(orderId).forget();
  else keptDraft(orderId).remember(draft);
}

/** A kept draft; null when it does not fit. */
export function parseNoteDraft(kept: unknown): OrderNoteDraft | null {
  if (!isRecord(kept) || typeof kept.text !== 'string') return null;
  const { text, sent } = kept;
  if (!isRecord(sent) || typeof sent.text !== 'string' || typeof sent.key !== 'string')
    return { text, sent: noNoteDraft.sent };
  return { text, sent: { text: sent.text, key: sent.key } };
}
