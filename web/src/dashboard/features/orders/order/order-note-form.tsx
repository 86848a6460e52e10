import { addOrderNote, addOrderNoteSchema } from '@contract/admin-requests.ts';
import { maxNoteLength } from '@contract/admin-orders.ts';
import { useFormik } from 'formik';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { TextAreaField } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { useFocusOnFirstInvalid } from '../../../../lib/use-focus-on-first-invalid.ts';
import { useRefusedValues } from '../../../../lib/use-refused-values.ts';
import { useRefreshAdmin } from '../../../lib/use-admin-rows.ts';
import { noNoteDraft, recallNoteDraft, rememberNoteDraft } from './order-note-draft.ts';
import styles from './order-screen.module.css';

/** Writes a note about an order, for the people of the shop alone. What was typed stays in this tab until it is kept. */
export function OrderNoteForm({ orderId }: { orderId: string }) {
  const refresh = useRefreshAdmin();
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  // The same text sent again is the same note, whether the first answer was lost or not.
  const [draft] = useState(() => recallNoteDraft(orderId));
  const sent = useRef(draft.sent);
  const [failure, setFailure] = useState<unknown>(null);
  const refused = useRefusedValues();

  const formik = useFormik({
    initialValues: { text: draft.text },
    validationSchema: addOrderNoteSchema,
    validateOnBlur: false,
    onSubmit: async (values, { resetForm }) => {
      const { text } = addOrderNoteSchema.cast(values);
      if (sent.current.text !== text) sent.current = { text, key: randomUuid() };
      rememberNoteDraft(orderId, { text: values.text, sent: sent.current });
      setFailure(null);
      try {
        await callApi(addOrderNote, {
          params: { id: orderId },
          idempotencyKey: sent.current.key,
          body: { text },
        });
      } catch (error) {
        const fields = error instanceof ApiError ? error.reply?.fields : undefined;
        if (fields) refused.refuse(values, fields);
        else setFailure(error);
        return;
      }
      // The same words again, later, are another note.
      sent.current = noNoteDraft.sent;
      resetForm({ values: { text: '' } });
      showToast({ title: 'Note Added' });
      await refresh();
    },
  });
  useFocusOnFirstInvalid(form, formik);

  const { text: typed } = formik.values;
  useEffect(() => rememberNoteDraft(orderId, { text: typed, sent: sent.current }), [orderId, typed]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void formik.submitForm().finally(() => {
      isUnderWay.current = false;
    });
  };

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={styles.noteForm} aria-label="New note">
      <TextAreaField
        label="Note for the shop"
        hint="The buyer does not see it. A note cannot be changed afterwards."
        maxLength={maxNoteLength}
        {...formik.getFieldProps('text')}
        error={(formik.touched.text && formik.errors.text) || refused.messageFor('text', formik.values.text)}
      />
      {failure ? (
        <Notice tone="error" title="The note was not kept">
          {errorSentence(failure)} What you typed is still here.
        </Notice>
      ) : null}
      <Button type="submit" variant="secondary" busy={formik.isSubmitting}>
        Add Note
      </Button>
    </form>
  );
}
