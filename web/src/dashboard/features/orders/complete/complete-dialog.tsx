import { isReason } from '@contract/shipments.ts';
import { type CompletionNeed, maxReasonLength } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { orderNumber } from '@contract/order-number.ts';
import { useState } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { fieldsLike } from '#lib/forms/draft-schema.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { formDraft, useForm } from '#dashboard/lib/use-form.ts';
import { useMayOpen } from '#dashboard/lib/use-may.ts';

/** The button that completes an order. */
export const completeLabel = `Mark as ${orderStatusLabels.completed}`;

type CompleteDialogProps = { order: { id: string; need: CompletionNeed }; onClose(): void };

/** Completes an order whose goods leave without a parcel, with a reason if the settings require one. */
export function CompleteDialog({ order: { id, need }, onClose }: CompleteDialogProps) {
  // A session that ends, or a reload, loses nothing that was typed.
  const [draft] = useState(() => formDraft(`admin-completion-reason.${id}`, 2, fieldsLike({ reason: '' })));
  const needsReason = need === 'reason';
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }) =>
      needsReason && !isReason(reason)
        ? { problems: { reason: 'Please say in some words why it is completed now' } }
        : { value: { p_reason: reason.trim() || undefined }, problems: {} },
    send: (why) => callSql('advance_order', { p_order_id: id, p_status: 'completed', ...why }),
    onSent: () => showToast({ title: `Order ${orderStatusLabels.completed}` }),
    draft,
  });
  return (
    <FormDialog
      form={form}
      title={`Mark order #${orderNumber(id)} as ${orderStatusLabels.completed.toLowerCase()}?`}
      confirmLabel={completeLabel}
      focusesCancel
      failureTitle="The order was not changed"
      onClose={onClose}
    >
      <p>
        {needsReason
          ? 'It was paid by card, and is not in the bank’s statement yet.'
          : 'You can take that back on this page.'}
      </p>
      {needsReason ? (
        <TextAreaField
          label="Reason"
          hint="Saved in the history of the order, with your name."
          maxLength={maxReasonLength}
          {...form.field('reason')}
        />
      ) : null}
    </FormDialog>
  );
}

export const statementsPage = '/admin/transactions/settlement';

/** Shown instead of the button as long as a task, or a payment in no statement, does not allow an order to be completed. */
export function StatementNotice({ need }: { need: CompletionNeed }) {
  const mayOpen = useMayOpen();
  if (need === 'question')
    return (
      <Notice tone="error" announce="none" title="Do not send anything yet">
        {errorMessage.payment_in_question}
      </Notice>
    );
  if (need !== 'settlement') return null;
  return (
    <Notice
      tone="info"
      announce="none"
      title="Paid, not yet in the bank’s statement"
      action={
        mayOpen(statementsPage) ? (
          <LinkButton variant="secondary" to={statementsPage}>
            Import the bank’s statement
          </LinkButton>
        ) : null
      }
    >
      The settings say that goods are sent once their payment is in a statement of the bank.
    </Notice>
  );
}
