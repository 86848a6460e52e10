import type { AdminOrder } from '@contract/admin.ts';
import type { OrderRest } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { dueCentsOf, dueSum, onAccount, owedWhen } from '@contract/on-account.ts';
import type { WithheldMethod } from '@contract/orders.ts';
import { isWithheld, paymentMethodLabels } from '@contract/payment-methods.ts';
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
import { type RecordedMethod, referenceLabels } from '#dashboard/lib/payment-reference.ts';
import { usePostedDay } from '#dashboard/lib/posted-day.ts';
import { typedCents } from '#dashboard/lib/typed-refund.ts';
import { emptyPayment, type PaymentRequest, type TypedPayment, typedPayment } from './typed-payment.ts';

type RecordPaymentDialogProps = {
  isOpen: boolean;
  /** Null: it is not known yet which order it pays. */
  order: AdminOrder | null;
  /** What may be withheld of the order. */
  rest?: OrderRest;
  /** The certificate of this has come. */
  method?: WithheldMethod | undefined;
  onClose(): void;
  onRecorded?(id: string): void;
};

/** Records money that came by another method than card. What is typed is kept until it is saved or the dialog is closed. */
export function RecordPaymentDialog({ isOpen, onClose, ...form }: RecordPaymentDialogProps) {
  const [title, confirmLabel] = form.method
    ? [`Record the certificate: ${paymentMethodLabels[form.method]}`, 'Record Certificate']
    : ['Record a payment', 'Record Payment'];
  return (
    <FormDialog isOpen={isOpen} title={title} confirmLabel={confirmLabel} onClose={onClose}>
      <RecordPaymentForm {...form} onDone={onClose} />
    </FormDialog>
  );
}

type RecordPaymentFormProps = Pick<RecordPaymentDialogProps, 'order' | 'rest' | 'method' | 'onRecorded'> & {
  onDone(): void;
};

function RecordPaymentForm({ order, rest, method, onDone, onRecorded }: RecordPaymentFormProps) {
  const form = useDialogForm();
  const [note, setNote] = useState('');
  const record = useAdminWrite(
    ({ id, isSure, ...payment }: PaymentRequest & { id: string; isSure: boolean }) => {
      if (order && isExpected(payment)) {
        const cents = Math.round(payment.amount * 100);
        return callSql('note_withheld', { p_order_id: order.id, p_method: payment.method, p_cents: cents });
      }
      return callSql('record_payment', {
        p_id: id,
        // The schema does not know that it may be null.
        p_order_id: (order?.id ?? null) as string,
        p_method: payment.method,
        p_reference: payment.reference,
        p_amount: payment.amount,
        p_day: payment.day,
        p_is_sure: isSure,
        ...(order ? {} : { p_shares: [], p_note: note }),
      });
    },
  );
  const dueAmount = order?.payment.dueAmount ?? 0;
  const day = usePostedDay();
  const beginning = emptyPayment(dueAmount - Math.floor((order?.payment.expectedCents ?? 0) / 100), day);
  const withheld = (of: WithheldMethod) => rest?.expected[of] ?? rest?.proposed[of];
  const begun = (by: RecordedMethod) => ({
    method: by,
    amount: isWithheld(by) ? typedCents(withheld(by) ?? 0) : beginning.amount,
  });
  const [typed, setTyped] = useState(() => ({ ...beginning, ...(method && begun(method)) }));
  const sent = useRef(nothingSent);
  const { request, problems: found } = typedPayment(typed);
  const noCertificate =
    method && typed.reference.trim() === '' && 'Please give the number of the certificate';
  const problems = { ...found, ...(noCertificate && { reference: noCertificate }) };
  const shown = form.isTried ? problems : {};
  const change = (changed: Partial<TypedPayment>) => setTyped({ ...typed, ...changed });
  const field = fieldsOf(typed, change, shown);
  const refusal = record.error instanceof ApiError ? record.error.reply : null;
  const send = async () => {
    if (!request || noCertificate) return;
    const now = withIdempotencyKey(sent.current, [request, note]);
    // The shop asked about this code: sent once more, it is meant.
    const isSure = now === sent.current && refusal?.code === 'payment_reference_used';
    sent.current = now;
    const recorded = await record.mutateAsync({ ...request, id: now.id, isSure });
    showToast({
      title: isExpected(request) ? 'Noted as Expected' : method ? 'Certificate Recorded' : 'Payment Recorded',
      ...(recorded?.status === 'pending' && { description: 'The order is not paid in full.' }),
    });
    onDone();
    onRecorded?.(now.id);
  };
  const all = Object.keys(referenceLabels) as RecordedMethod[];
  const methods = rest ? all : all.filter((way) => !isWithheld(way));
  return (
    <form {...form.props} onSubmit={(event) => form.submit(send, event)}>
      {method ? null : (
        <>
          <p>
            {order === null
              ? 'It stays in the list as “No order yet” until you give it to orders, or back.'
              : dueText(order)}
          </p>
          <SelectField
            label="How it was paid"
            options={optionsOf(methods, paymentMethodLabels)}
            value={typed.method}
            onChange={({ target }) => {
              const by = target.value as RecordedMethod;
              // Between ways of money the sum stays.
              change(isWithheld(by) || isWithheld(typed.method) ? begun(by) : { method: by });
            }}
          />
        </>
      )}
      <Field
        label={referenceLabels[typed.method]}
        hint={
          isWithheld(typed.method)
            ? !method && 'Empty while it is only expected.'
            : typed.method === 'cash' && 'Optional.'
        }
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('reference')}
      />
      <Field
        label="Amount in KES"
        hint={
          rest && isWithheld(typed.method) && `Of ${formatCents(rest.proposedOf[typed.method])} without VAT.`
        }
        inputMode="decimal"
        {...field('amount')}
      />
      <Field
        label={method ? 'Day of the certificate' : 'Day of the payment'}
        type="date"
        max={nairobiDay()}
        error={shown.day ?? (refusal?.code === 'payment_day_wrong' && refusal.message)}
        value={typed.day}
        onChange={({ target }) => {
          record.reset();
          change({ day: target.value });
        }}
      />
      {order ? null : (
        <Field
          label="Who paid"
          hint="Name, phone or the message of the bank. It is found by these words."
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <NotSaved title="The payment is not recorded" error={record.error} />
    </form>
  );
}

/** What is to be paid of an order, and by when. */
function dueText({ word, payment }: AdminOrder): string {
  if (payment.dueAmount <= 0)
    return 'Nothing is due for this order. What you record opens a task to refund it, unless a reversed payment is to be collected.';
  const { day, isLate } = owedWhen(payment) ?? {};
  const { unsentCents } = payment;
  const due = `${dueSum(payment)} is ${word === 'owed' ? 'owed' : 'due'}${day ? `, ${isLate ? 'since' : 'by'} ${day}` : ''}`;
  const whole =
    unsentCents > 0 ? `; ${formatCents(dueCentsOf(payment) + unsentCents)} with what is not sent yet` : '';
  return [
    onAccount(payment) ?? `${due}${whole}.`,
    'A smaller amount is recorded as a partial payment, and the buyer is asked for the rest.',
  ].join(' ');
}

/** Its certificate has not come. */
const isExpected = ({ method, reference }: PaymentRequest) => isWithheld(method) && reference === '';
