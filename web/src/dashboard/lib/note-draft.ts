import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { notSent, parseSent } from './sent-request.ts';

export const noNoteDraft = { text: '', sent: notSent };

/** A note that is not saved on the server yet. */
export type NoteDraft = typeof noNoteDraft;

const storedDraft = (about: string) => tabState(`admin-note-draft.${about}`, 2, parseNoteDraft);

/** The note typed about this before a reload, a Back or a failure. */
export function recallNoteDraft(about: string): NoteDraft {
  return storedDraft(about).recall() ?? noNoteDraft;
}

export function rememberNoteDraft(about: string, draft: NoteDraft): void {
  if (draft.text === '') storedDraft(about).forget();
  else storedDraft(about).remember(draft);
}

/** A stored draft; null when it is invalid. */
export function parseNoteDraft(stored: unknown): NoteDraft | null {
  if (!isRecord(stored) || typeof stored.text !== 'string') return null;
  return { text: stored.text, sent: parseSent(stored.sent) };
}
