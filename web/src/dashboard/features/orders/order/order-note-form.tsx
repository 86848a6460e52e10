import { maxNoteLength } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { useRef, useState } from 'react';
import { object } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { useTextForm } from '#dashboard/lib/use-text-form.ts';
import { noNoteDraft, recallNoteDraft, rememberNoteDraft } from './order-note-draft.ts';

const noteSchema = object({ text: textField('Please write a note', maxNoteLength) });

/** A form for a staff note about an order. The text is stored in this tab until it is saved. */
export function OrderNoteForm({ orderId }: { orderId: string }) {
  const refresh = useRefreshAdmin();
  const [draft] = useState(() => recallNoteDraft(orderId));
  // The same text sent again is the same note, even if the first reply was lost.
  const sent = useRef(draft.sent);
  const form = useTextForm({
    name: 'text',
    schema: noteSchema,
    initialText: draft.text,
    onTyped: (text) => rememberNoteDraft(orderId, { text, sent: sent.current }),
    send: async (text) => {
      if (sent.current.text !== text) sent.current = { text, key: randomUuid() };
      rememberNoteDraft(orderId, { text, sent: sent.current });
      await callSql('add_order_note', { p_order_id: orderId, p_id: sent.current.key, p_text: text });
      // The same text sent later is another note.
      sent.current = noNoteDraft.sent;
      form.empty();
      showToast({ title: 'Note Added' });
      void refresh();
    },
  });
  return (
    <form {...form.formProps} className="stack gap-3 at-start" aria-label="New note">
      <TextAreaField
        className="full"
        label="Note for the shop"
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
