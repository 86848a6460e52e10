import { maxReasonLength, type RecordedPayment } from '@contract/admin-orders.ts';
import { isDay } from '@contract/calendar-days.ts';
import { textField } from '@contract/field-rules.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { isWithheld } from '@contract/payment-methods.ts';
import { useState } from 'react';
import { object } from 'yup';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { FormDialog, useFormOfDialog } from '#dashboard/components/form-dialog.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { dayProblem } from '#dashboard/lib/typed-refund.ts';
import { useTextForm } from '#dashboard/lib/use-text-form.ts';
import { recordedSum, recordedText } from './recorded-text.ts';

const schema = object({ reason: textField('Please say why it does not count', maxReasonLength) });

const causes = {
  mistake: 'Typed by mistake: it never was money',
  bounced: 'The cheque bounced, or the money was taken back',
};
type Cause = keyof typeof causes;

type ReversePaymentProps = {
  /** Null while the dialog is closed. */
  payment: RecordedPayment | null;
  onClose(): void;
};

/** Takes a recorded payment back: a wrong entry, or money that did not stand. */
export function ReversePaymentDialog({ payment, onClose }: ReversePaymentProps) {
  return (
    <FormDialog
      isOpen={payment !== null}
      title="Reverse this payment?"
      confirmLabel="Reverse Payment"
      danger
      onClose={onClose}
    >
      {payment ? <ReversePaymentForm key={payment.id} payment={payment} onDone={onClose} /> : null}
    </FormDialog>
  );
}

function ReversePaymentForm({ payment, onDone }: { payment: RecordedPayment; onDone(): void }) {
  const { id, whileBusy } = useFormOfDialog();
  const [cause, setCause] = useState<Cause | ''>(
    payment.method === 'cheque' ? 'bounced' : isWithheld(payment.method) ? 'mistake' : '',
  );
  const [day, setDay] = useState(() => nairobiDay());
  const [isTried, setIsTried] = useState(false);
  const reverse = useAdminWrite((request: { p_cause: Cause; p_reason: string; p_day?: string }) =>
    callSql('reverse_payment', { p_transaction_id: payment.id, ...request }),
  );
  const noDay = cause === 'bounced' && !isDay(day) && 'Please give the day';
  const form = useTextForm({
    name: 'reason',
    schema,
    initialText: '',
    send: async (reason) => {
      // Shown under its field.
      if (cause === '' || noDay) return;
      const p_day = cause === 'bounced' ? day : undefined;
      await whileBusy(() => reverse.mutateAsync({ p_cause: cause, p_reason: reason, p_day }));
      showToast({ title: 'Payment Reversed' });
      onDone();
    },
  });
  return (
    <form {...form.formProps} id={id} className="stack gap-4" onSubmitCapture={() => setIsTried(true)}>
      <p>
        {`${recordedSum(payment)}, ${recordedText(payment)}. It pays no order any more, but stays in every list. The buyer gets a message about what is to be paid. While nothing was sent, the pieces are held.`}
      </p>
      <SelectField
        label="What happened"
        placeholder="Choose"
        options={optionsOf(['mistake', 'bounced'] satisfies Cause[], causes)}
        value={cause}
        error={isTried && cause === '' && 'Please choose what happened'}
        onChange={({ target }) => setCause(target.value as Cause | '')}
      />
      {cause === 'bounced' ? (
        <Field
          label="Day it went back"
          type="date"
          max={nairobiDay()}
          value={day}
          error={isTried && (noDay || dayProblem(form.failure))}
          onChange={({ target }) => setDay(target.value)}
        />
      ) : null}
      <TextAreaField
        label="Why it does not count"
        hint="Stays with the order, with your name."
        maxLength={maxReasonLength}
        {...form.fieldProps}
      />
      <NotSaved title="The payment is not reversed" error={form.failure} />
    </form>
  );
}
