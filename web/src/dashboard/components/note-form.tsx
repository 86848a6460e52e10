import { maxNoteLength } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { useState } from 'react';
import { object, string } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { formDraft, useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';
import { NotSaved } from './not-saved.tsx';

const noteSchema = object({ text: textField('Please write a note', maxNoteLength) });

/** The note typed about this that is not saved yet. */
export const noteDraft = (about: string) =>
  formDraft(`admin-note-draft.${about}`, 3, { text: string().defined() });

type NoteFormProps = {
  /** What the note is about: the name of its draft. */
  about: string;
  label: string;
  /** Saves the note; the same id sent twice is one note. */
  save(id: string, text: string): Promise<unknown>;
};

/** A form for a note of staff. The text is stored in this tab until it is saved. */
export function NoteForm({ about, label, save }: NoteFormProps) {
  const [draft] = useState(() => noteDraft(about));
  const { props, field, failure, isBusy, startAgain } = useForm({
    initial: { text: '' },
    read: (typed) => validated(noteSchema, typed),
    send: async ({ text }, { id }) => {
      await save(id, text);
      startAgain();
      showToast({ title: 'Note Added' });
    },
    draft,
  });
  return (
    <form {...props} className="stack gap-3 at-start" aria-label="New note">
      <TextAreaField
        className="full"
        label={label}
        hint="The buyer does not see it. A note cannot be changed afterwards."
        maxLength={maxNoteLength}
        {...field('text')}
      />
      <NotSaved title="The note was not saved" error={failure} />
      <Button type="submit" variant="secondary" busy={isBusy}>
        Add Note
      </Button>
    </form>
  );
}
