import type { OwnerTask } from '@contract/admin.ts';
import { closeOwnerTask, closeOwnerTaskSchema } from '@contract/admin-requests.ts';
import { useFormik } from 'formik';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { TextAreaField } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { tabState } from '../../../../lib/stored-state.ts';
import { useFocusOnFirstInvalid } from '../../../../lib/use-focus-on-first-invalid.ts';
import { useRefusedValues } from '../../../../lib/use-refused-values.ts';
import { useRefreshAdmin } from '../../../lib/use-admin-rows.ts';
import styles from './owner-tasks.module.css';

/** Asks what was done about a task. @param task null when there is nothing to ask */
export function CloseTaskDialog({ task, onClose }: { task: OwnerTask | null; onClose(): void }) {
  const [isBusy, setIsBusy] = useState(false);
  const formId = useId();
  return (
    <Dialog
      isOpen={task !== null}
      onClose={onClose}
      title="Close task"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            Close task
          </Button>
        </>
      }
    >
      {task ? (
        <CloseTaskForm key={task.id} task={task} formId={formId} onBusy={setIsBusy} onDone={onClose} />
      ) : null}
    </Dialog>
  );
}

type CloseTaskFormProps = {
  task: OwnerTask;
  formId: string;
  onBusy(isBusy: boolean): void;
  onDone(): void;
};

function CloseTaskForm({ task, formId, onBusy, onDone }: CloseTaskFormProps) {
  const refresh = useRefreshAdmin();
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);
  const refused = useRefusedValues();

  const formik = useFormik({
    initialValues: { reason: keptReason(task).recall() ?? '' },
    validationSchema: closeOwnerTaskSchema,
    validateOnBlur: false,
    onSubmit: async (values) => {
      const { reason } = closeOwnerTaskSchema.cast(values);
      setFailure(null);
      try {
        const closed = await callApi(closeOwnerTask, { params: { id: task.id }, body: { reason } });
        keptReason(task).forget();
        onDone();
        if (closed.closingReason === reason) showToast({ title: 'Task Closed', description: task.title });
        else
          showToast({
            title: 'Already Closed',
            description: `${closed.closedByName ?? 'Somebody else'} closed it before you: ${closed.closingReason ?? ''}`,
            tone: 'info',
          });
        await refresh();
      } catch (error) {
        const fields = error instanceof ApiError ? error.reply?.fields : undefined;
        if (fields) refused.refuse(values, fields);
        else setFailure(error);
      }
    },
  });
  useFocusOnFirstInvalid(form, formik);

  // Esc, a tap beside the dialog and a reload lose nothing.
  const { reason } = formik.values;
  useEffect(() => {
    if (formik.dirty) keptReason(task).remember(reason);
  }, [task, reason, formik.dirty]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    onBusy(true);
    void formik.submitForm().finally(() => {
      isUnderWay.current = false;
      onBusy(false);
    });
  };

  return (
    <form ref={form} id={formId} noValidate onSubmit={onSubmit} className={styles.form}>
      <p className={styles.title}>{task.title}</p>
      <TextAreaField
        label="What was done"
        hint="Stays with the task, with your name. Once it is closed, the buyer of an unpaid order can pay again."
        maxLength={1000}
        data-first-focus
        {...formik.getFieldProps('reason')}
        error={
          (formik.touched.reason && formik.errors.reason) ||
          refused.messageFor('reason', formik.values.reason)
        }
      />
      {failure ? (
        <Notice tone="error" title="The task is not closed">
          {errorSentence(failure)} What you typed is still here.
        </Notice>
      ) : null}
    </form>
  );
}

/** Where a reason that is typed is kept in this tab. */
const keptReason = ({ id }: OwnerTask) => tabState(`admin-task-reason.${id}`, 1, parseReason);

const parseReason = (kept: unknown) => (typeof kept === 'string' ? kept : null);
