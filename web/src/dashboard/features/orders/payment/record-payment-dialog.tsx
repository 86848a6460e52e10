import type { AdminOrder } from '@contract/admin.ts';
import { formatKes } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { useRef, useState } from 'react';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { fieldsOf } from '#lib/forms/fields-of.ts';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import {
  emptyPayment,
  type PaymentRequest,
  type RecordedMethod,
  referenceLabels,
  type TypedPayment,
  typedPayment,
} from './typed-payment.ts';

type RecordPaymentDialogProps = {
  isOpen: boolean;
  order: AdminOrder;
  onClose(): void;
};

/** Records money that came by another method than card. What is typed is kept until it is saved or the dialog is closed. */
export function RecordPaymentDialog({ isOpen, order, onClose }: RecordPaymentDialogProps) {
  return (
    <FormDialog isOpen={isOpen} title="Record a payment" confirmLabel="Record Payment" onClose={onClose}>
      <RecordPaymentForm order={order} onDone={onClose} />
    </FormDialog>
  );
}

function RecordPaymentForm({ order, onDone }: { order: AdminOrder; onDone(): void }) {
  const form = useDialogForm();
  const record = useAdminWrite(
    ({ id, isSure, ...payment }: PaymentRequest & { id: string; isSure: boolean }) =>
      callSql('record_payment', {
        p_id: id,
        p_order_id: order.id,
        p_method: payment.method,
        p_reference: payment.reference,
        p_amount: payment.amount,
        p_day: payment.day,
        p_is_sure: isSure,
      }),
  );
  const { dueAmount } = order.payment;
  const [typed, setTyped] = useState(() => emptyPayment(dueAmount));
  const sent = useRef(nothingSent);
  const { request, problems } = typedPayment(typed);
  const shown = form.isTried ? problems : {};
  const change = (changed: Partial<TypedPayment>) => setTyped({ ...typed, ...changed });
  const field = fieldsOf(typed, change, shown);
  const refusal = record.error instanceof ApiError ? record.error.reply : null;
  const send = async () => {
    if (!request) return;
    const now = withIdempotencyKey(sent.current, request);
    // The shop asked about this code: sent once more, it is meant.
    const isSure = now === sent.current && refusal?.code === 'payment_reference_used';
    sent.current = now;
    const recorded = await record.mutateAsync({ ...request, id: now.id, isSure });
    showToast({
      title: 'Payment Recorded',
      ...(recorded?.status === 'pending' && { description: 'The order is not paid in full.' }),
    });
    onDone();
  };
  return (
    <form {...form.props} onSubmit={(event) => form.submit(send, event)}>
      <p>
        {dueAmount > 0
          ? `${formatKes(dueAmount)} is due. A smaller amount is recorded as a partial payment, and the buyer is asked for the rest.`
          : 'Nothing is due for this order. What you record opens a task to refund it, unless a reversed payment is to be collected.'}
      </p>
      <SelectField
        label="How it was paid"
        options={optionsOf(Object.keys(referenceLabels) as RecordedMethod[], paymentMethodLabels)}
        value={typed.method}
        onChange={({ target }) => change({ method: target.value as RecordedMethod })}
      />
      <Field
        label={referenceLabels[typed.method]}
        hint={typed.method === 'cash' ? 'Optional.' : undefined}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('reference')}
      />
      <Field label="Amount in KES" inputMode="decimal" {...field('amount')} />
      <Field
        label="Day of the payment"
        type="date"
        max={nairobiDay()}
        error={shown.day ?? (refusal?.code === 'payment_day_wrong' && refusal.message)}
        value={typed.day}
        onChange={({ target }) => {
          record.reset();
          change({ day: target.value });
        }}
      />
      <NotSaved title="The payment is not recorded" error={record.error} />
    </form>
  );
}
