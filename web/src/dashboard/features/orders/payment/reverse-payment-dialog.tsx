import { maxReasonLength, type RecordedPayment } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { isWithheld } from '@contract/payment-methods.ts';
import { object, string } from 'yup';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { dayField } from '#dashboard/lib/typed-refund.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';
import { recordedSum, recordedText, type Reversal } from './recorded-text.ts';

const causes: Record<NonNullable<Reversal>, string> = {
  mistake: 'Typed by mistake: it never was money',
  bounced: 'The money was taken back',
};
type Cause = NonNullable<Reversal>;

const schema = object({
  cause: string<Cause>().required('Please choose what happened'),
  // Only of what went back.
  day: string().when('cause', ([cause], day) =>
    cause === 'bounced' ? dayField('Please give the day') : day,
  ),
  reason: textField('Please say why it does not count', maxReasonLength),
});

/** Takes a recorded payment back: a wrong entry, or money that did not stand. */
export function ReversePaymentDialog({
  payment,
  withoutOrder,
  cause: said,
  onClose,
}: {
  payment: Omit<RecordedPayment, 'backCents' | 'bankCents'>;
  /** Of a payment that pays no order: the day of its statement, if it is in one. */
  withoutOrder?: { settledOn: string | null } | undefined;
  cause: Reversal;
  onClose(): void;
}) {
  const form = useForm({
    initial: {
      cause: said ?? (isWithheld(payment.method) ? 'mistake' : ''),
      day: nairobiDay(),
      reason: '',
    },
    read: (typed) => validated(schema, typed),
    send: ({ cause, day, reason }) =>
      callSql('reverse_payment', {
        p_transaction_id: payment.id,
        p_cause: cause,
        p_reason: reason,
        ...(cause === 'bounced' && { p_day: day }),
      }),
    onSent: () => showToast({ title: 'Payment Reversed' }),
  });
  const { field, typed } = form;
  return (
    <FormDialog
      form={form}
      title={said === 'bounced' ? 'Did this cheque bounce?' : 'Reverse this payment?'}
      confirmLabel={said === 'bounced' ? 'The Cheque Bounced' : 'Reverse Payment'}
      danger
      failureTitle="The payment is not reversed"
      onClose={onClose}
    >
      <p>
        {`${recordedSum(payment)}, ${recordedText(payment)}. ${
          withoutOrder
            ? 'It counts no more, but stays in every list.'
            : 'It pays no order any more, but stays in every list. The buyer gets a message about what is to be paid. Pieces that are not sent yet are held.'
        }${
          withoutOrder?.settledOn && typed.cause === 'mistake'
            ? ` Its line of the statement, of ${formatDay(withoutOrder.settledOn)}, waits for an answer again.`
            : ''
        }`}
      </p>
      {said ? null : (
        <SelectField
          label="What happened"
          placeholder="Choose"
          options={optionsOf(['mistake', 'bounced'] satisfies Cause[], causes)}
          {...field('cause')}
        />
      )}
      {typed.cause === 'bounced' ? (
        <Field label="Day it went back" type="date" max={nairobiDay()} {...field('day')} />
      ) : null}
      <TextAreaField
        label="Why it does not count"
        hint={`Stays with the ${withoutOrder ? 'payment' : 'order'}, with your name.`}
        maxLength={maxReasonLength}
        {...field('reason')}
      />
    </FormDialog>
  );
}
