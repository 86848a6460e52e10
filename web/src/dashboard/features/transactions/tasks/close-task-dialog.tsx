import type { OwnerOutcome, OwnerTask } from '@contract/admin.ts';
import { maxReasonLength } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { closingWords, taskTitle } from '@contract/owner-task-text.ts';
import { useState } from 'react';
import { object } from 'yup';
import { FormDialog, useFormOfDialog } from '#dashboard/components/form-dialog.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { RefundFields } from '#dashboard/components/refund-fields.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { usePostedDay } from '#dashboard/lib/posted-day.ts';
import { taskOutcomeLabels } from '#dashboard/lib/task-outcome-text.ts';
import {
  asksAboutReference,
  dayProblem,
  emptyTransfer,
  type TypedTransfer,
  typedTransfer,
} from '#dashboard/lib/typed-refund.ts';
import { useTextForm } from '#dashboard/lib/use-text-form.ts';

const reasonSchema = object({ reason: textField('Please say what was done', maxReasonLength) });

type CloseTaskDialogProps = {
  /** Null: closed. */
  task: OwnerTask | null;
  /** Called with the task that is done with. By then the dialog may show another one. */
  onClose(task: OwnerTask): void;
};

/** Records what was done about a task. */
export function CloseTaskDialog({ task, onClose }: CloseTaskDialogProps) {
  const close = () => task && onClose(task);
  return (
    <FormDialog isOpen={task !== null} title="Close task" confirmLabel="Close task" onClose={close}>
      {task ? <CloseTaskForm key={task.id} task={task} onDone={close} /> : null}
    </FormDialog>
  );
}

function CloseTaskForm({ task, onDone }: { task: OwnerTask; onDone(): void }) {
  const { id, whileBusy } = useFormOfDialog();
  const refresh = useRefreshAdmin();
  // Stored, so that closing the dialog and a reload lose nothing.
  const [storedText] = useState(() => tabState(`admin-task-reason.${task.id}`, 1, parseReason));
  const [outcome, setOutcome] = useState<OwnerOutcome | ''>(
    task.outcomes.length === 1 ? (task.outcomes[0] ?? '') : '',
  );
  const [isTried, setIsTried] = useState(false);
  const day = usePostedDay();
  const method = task.method ?? 'transfer';
  const [typed, setTyped] = useState(() => emptyTransfer(method, day));
  const [sent, setSent] = useState<TypedTransfer | null>(null);
  const { transfer, problems } = typedTransfer(typed);
  const form = useTextForm({
    name: 'reason',
    schema: reasonSchema,
    initialText: storedText.recall() ?? '',
    onTyped: storedText.remember,
    send: async (reason) => {
      // Shown under its field.
      if (outcome === '' || (outcome === 'refunded' && !transfer)) return;
      const isSure = sent?.bankReference === transfer?.bankReference && asksAboutReference(form.failure);
      const refund = outcome === 'refunded' && transfer ? { ...transfer, isSure } : undefined;
      setSent(refund ?? null);
      const request = { p_task_id: task.id, p_outcome: outcome, p_reason: reason, p_refund: refund };
      const closed = await whileBusy(() => callSql('close_owner_task', request));
      storedText.forget();
      onDone();
      if (closed.closingReason === reason) showToast({ title: 'Task Closed', description: taskTitle(task) });
      else
        showToast({
          title: 'Already Closed',
          description: `${closed.closedByName ?? 'Somebody else'} closed it before you: ${closingWords(closed.outcome, closed.closingReason)}`,
          tone: 'info',
        });
      void refresh();
    },
  });
  const refusedDay = sent?.day === typed.day ? dayProblem(form.failure) : undefined;
  return (
    <form {...form.formProps} id={id} className="stack gap-4" onSubmitCapture={() => setIsTried(true)}>
      <strong>{taskTitle(task)}</strong>
      <SelectField
        label="What became of the money"
        hint={outcome === '' ? undefined : hintOf(task.kind, outcome)}
        placeholder="Choose"
        options={optionsOf(task.outcomes, taskOutcomeLabels)}
        value={outcome}
        error={isTried && outcome === '' && 'Please choose what became of the money'}
        onChange={({ target }) => setOutcome(target.value as OwnerOutcome | '')}
      />
      {outcome === 'refunded' ? (
        <RefundFields
          paidBy={method}
          typed={typed}
          problems={isTried ? { day: refusedDay, ...problems } : {}}
          onTyped={(changed) => setTyped({ ...typed, ...changed })}
        />
      ) : null}
      <TextAreaField
        label="What was done"
        hint="Stays with the task, with your name."
        maxLength={maxReasonLength}
        data-first-focus
        {...form.fieldProps}
      />
      <NotSaved title="The task is not closed" error={form.failure} reason={failureText(form.failure)} />
    </form>
  );
}

/** Accepted money takes the pieces off the shelf; the shop's own sentence about a shortage is for a buyer's cart. */
function failureText(failure: unknown): string {
  const reply = failure instanceof ApiError ? failure.reply : null;
  if (reply?.code !== 'out_of_stock' || !reply.lines) return errorSentence(failure);
  const short = reply.lines.map(
    ({ name, quantity, available }) =>
      `${name} (${formatCount(quantity)} ordered, ${formatCount(available)} available)`,
  );
  return `There is not enough stock for this order: ${short.join(', ')}. Add the missing pieces to the stock, or refund the money.`;
}

/** Owed again, what does not come is written off. */
const hintOf = (kind: string, outcome: OwnerOutcome) =>
  kind === 'payment_reversed'
    ? 'What is owed is written off: nothing is to be paid for the order any more.'
    : outcomeHints[outcome];

const outcomeHints: Record<OwnerOutcome, string> = {
  accepted: 'The order becomes paid, and its pieces leave the stock.',
  partial_payment: 'The buyer is sent the rest and the link, and the pieces stay held for some days. ',
  refunded: 'You or the bank gave all of this money back. The buyer of an unpaid order can pay again.',
  nothing_received: 'No money came. If the order is not paid, the buyer can pay it again.',
  looked_at: 'It stays owed.',
};

const parseReason = (storedText: unknown) => (typeof storedText === 'string' ? storedText : null);
