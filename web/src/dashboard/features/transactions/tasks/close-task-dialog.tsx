import type { OwnerOutcome, OwnerTask } from '@contract/admin.ts';
import { maxReasonLength } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { formatCents } from '@contract/money.ts';
import { closingWords, taskTitle } from '@contract/owner-task-text.ts';
import { useState } from 'react';
import { object } from 'yup';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { fieldsLike } from '#lib/forms/draft-schema.ts';
import { RefundFields } from '#dashboard/components/refund-fields.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { usePostedDay } from '#dashboard/lib/posted-day.ts';
import { closeTaskLabel, taskOutcomeLabels } from '#dashboard/lib/task-outcome-text.ts';
import { asksAboutReference, emptyTransfer, typedTransfer } from '#dashboard/lib/typed-refund.ts';
import { formDraft, useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';

const reasonField = textField('Please say what was done', maxReasonLength);

type CloseTaskDialogProps = { task: OwnerTask; onClose(): void };

/** Records what was done about a task. */
export function CloseTaskDialog({ task, onClose }: CloseTaskDialogProps) {
  const day = usePostedDay();
  const method = task.method ?? 'transfer';
  // Stored, so that closing the dialog and a reload lose nothing.
  const [draft] = useState(() => formDraft(`admin-task.${task.id}`, 1, draftFields));
  const form = useForm({
    initial: {
      outcome: (task.outcomes.length === 1 ? (task.outcomes[0] ?? '') : '') as OwnerOutcome | '',
      reason: '',
      ...emptyTransfer(method, day),
    },
    read: ({ outcome, reason, ...transfer }) => {
      const refund = outcome === 'refunded' ? typedTransfer(transfer) : { problems: {} };
      const said = validated(object({ reason: reasonField }), { reason });
      const problems: Record<string, string> = {
        ...refund.problems,
        ...said.problems,
        ...(outcome === '' && { outcome: 'Please choose what became of the money' }),
      };
      if (outcome === '' || !said.value || Object.keys(problems).length > 0) return { problems };
      return { value: { outcome, ...said.value, transfer: refund.value }, problems };
    },
    send: ({ outcome, reason, transfer }, sent) =>
      callSql('close_owner_task', {
        p_task_id: task.id,
        p_outcome: outcome,
        p_reason: reason,
        p_refund: transfer && { ...transfer, isSure: asksAboutReference(sent.failure) },
      }),
    onSent: (closed, { reason }) => {
      if (closed.closingReason === reason) showToast({ title: 'Task Closed', description: taskTitle(task) });
      else
        showToast({
          title: 'Already Closed',
          description: `${closed.closedByName ?? 'Somebody else'} closed it before you: ${closingWords(closed.outcome, closed.closingReason)}`,
          tone: 'info',
        });
    },
    draft,
  });
  const { typed, field, failure } = form;
  const { outcome } = typed;
  const isWriteOff = task.kind === 'payment_reversed';
  return (
    <FormDialog
      form={form}
      title={isWriteOff ? 'Write off what is owed?' : 'Close task'}
      confirmLabel={closeTaskLabel(task)}
      failureTitle="The task is not closed"
      reason={failureText(failure)}
      onClose={onClose}
    >
      <strong>{taskTitle(task)}</strong>
      {isWriteOff ? (
        <p>Nothing is to be paid for the order any more.</p>
      ) : (
        <SelectField
          label="What became of the money"
          hint={outcome === '' ? undefined : hintOf(task, outcome)}
          placeholder="Choose"
          options={optionsOf(task.outcomes, taskOutcomeLabels)}
          {...field('outcome')}
        />
      )}
      {outcome === 'refunded' ? <RefundFields paidBy={method} field={field} /> : null}
      <TextAreaField
        label={isWriteOff ? 'Why it is not collected' : 'What was done'}
        hint="Stays with the task, with your name."
        maxLength={maxReasonLength}
        data-first-focus
        {...field('reason')}
      />
    </FormDialog>
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

/** A payment that counts with a wrong sum is taken back elsewhere. */
const hintOf = ({ countsCents }: OwnerTask, outcome: OwnerOutcome) =>
  countsCents !== undefined
    ? `It goes on counting as ${formatCents(countsCents)}. If that is wrong, take the payment back on the page of its order instead, and record it with the right sum: that closes the task.`
    : outcomeHints[outcome];

const outcomeHints: Record<OwnerOutcome, string> = {
  accepted: 'The order becomes paid, and its pieces leave the stock.',
  partial_payment: 'The buyer is sent the rest and the link, and the pieces stay held for some days. ',
  refunded: 'You or the bank gave all of this money back. The buyer of an unpaid order can pay again.',
  nothing_received: 'No money came. If the order is not paid, the buyer can pay it again.',
  looked_at: 'It stays owed.',
};

const draftFields = fieldsLike({
  ...emptyTransfer('transfer'),
  outcome: '' as OwnerOutcome | '',
  reason: '',
});
