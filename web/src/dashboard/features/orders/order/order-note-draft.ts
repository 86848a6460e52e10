import { forget, recall, remember } from '../../../../lib/session-storage.ts';

/** A note that was typed and is not kept by the shop yet. */
export type OrderNoteDraft = {
  text: string;
  /** What was sent last, and under which key: the same text sent again is the same note. */
  sent: { text: string; key: string };
};

export const noNoteDraft: OrderNoteDraft = { text: '', sent: { text: '', key: '' } };

const nameOf = (orderId: string) => `admin-note-draft.${orderId}`;

/** What was typed about this order before a reload, a Back or a failure. */
export function recallNoteDraft(orderId: string): OrderNoteDraft {
  return recall(nameOf(orderId), parseNoteDraft) ?? noNoteDraft;
}

export function rememberNoteDraft(orderId: string, draft: OrderNoteDraft): void {
  if (draft.text === '') forget(nameOf(orderId));
  else remember(nameOf(orderId), draft);
}

/** A kept draft; null when it is torn. */
export function parseNoteDraft(kept: unknown): OrderNoteDraft | null {
  const { text, sent } = (kept ?? {}) as Partial<OrderNoteDraft>;
  if (typeof text !== 'string') return null;
  const isWhole = typeof sent?.text === 'string' && typeof sent.key === 'string';
  return { text, sent: isWhole ? sent : noNoteDraft.sent };
}
