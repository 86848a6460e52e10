import { maxNoteLength } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { useRef, useState } from 'react';
import { object } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { useTextForm } from '#dashboard/lib/use-text-form.ts';
import { recallNoteDraft, rememberNoteDraft } from '#dashboard/lib/note-draft.ts';
import { NotSaved } from './not-saved.tsx';

const noteSchema = object({ text: textField('Please write a note', maxNoteLength) });

type NoteFormProps = {
  /** What the note is about: the name of its draft. */
  about: string;
  label: string;
  /** Saves the note; the same id sent twice is one note. */
  save(id: string, text: string): Promise<unknown>;
};

/** A form for a note of staff. The text is stored in this tab until it is saved. */
export function NoteForm({ about, label, save }: NoteFormProps) {
  const refresh = useRefreshAdmin();
  const [draft] = useState(() => recallNoteDraft(about));
  // The same text sent again is the same note, even if the first reply was lost.
  const sent = useRef(draft.sent);
  const form = useTextForm({
    name: 'text',
    schema: noteSchema,
    initialText: draft.text,
    onTyped: (text) => rememberNoteDraft(about, { text, sent: sent.current }),
    send: async (text) => {
      sent.current = withIdempotencyKey(sent.current, text);
      rememberNoteDraft(about, { text, sent: sent.current });
      await save(sent.current.id, text);
      // The same text sent later is another note.
      sent.current = nothingSent;
      form.empty();
      showToast({ title: 'Note Added' });
      void refresh();
    },
  });
  return (
    <form {...form.formProps} className="stack gap-3 at-start" aria-label="New note">
      <TextAreaField
        className="full"
        label={label}
        hint="The buyer does not see it. A note cannot be changed afterwards."
        maxLength={maxNoteLength}
        {...form.fieldProps}
      />
      <NotSaved title="The note was not saved" error={form.failure} />
      <Button type="submit" variant="secondary" busy={form.isBusy}>
        Add Note
      </Button>
    </form>
  );
}
