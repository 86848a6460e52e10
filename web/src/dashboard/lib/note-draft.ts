import { object, string } from 'yup';
import { parsedBy } from '#lib/forms/draft-schema.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { nothingSent, sentSchema } from './sent-request.ts';

export const noNoteDraft = { text: '', sent: nothingSent };

/** A note that is not saved on the server yet. */
export type NoteDraft = typeof noNoteDraft;

/** A stored draft; null when it is invalid. */
export const parseNoteDraft = parsedBy<NoteDraft>(object({ text: string().defined(), sent: sentSchema }));

const storedDraft = (about: string) => tabState(`admin-note-draft.${about}`, 2, parseNoteDraft);

/** The note typed about this before a reload, a Back or a failure. */
export function recallNoteDraft(about: string): NoteDraft {
  return storedDraft(about).recall() ?? noNoteDraft;
}

export function rememberNoteDraft(about: string, draft: NoteDraft): void {
  if (draft.text === '') storedDraft(about).forget();
  else storedDraft(about).remember(draft);
}
