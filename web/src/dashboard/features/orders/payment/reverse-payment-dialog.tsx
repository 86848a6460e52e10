import { maxReasonLength, type RecordedPayment } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { formatKes } from '@contract/money.ts';
import { object } from 'yup';
import { TextAreaField } from '#components/forms/field.tsx';
import { FormDialog, useFormOfDialog } from '#dashboard/components/form-dialog.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { useTextForm } from '#dashboard/lib/use-text-form.ts';
import { recordedText } from './recorded-text.ts';

const schema = object({ reason: textField('Please say why it does not count', maxReasonLength) });

type ReversePaymentProps = {
  /** Null while the dialog is closed. */
  payment: RecordedPayment | null;
  onClose(): void;
};

/** Takes a recorded payment back, with the reason: a wrong entry, or a cheque that bounced. */
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
  const reverse = useAdminWrite((reason: string) =>
    callSql('reverse_payment', { p_transaction_id: payment.id, p_reason: reason }),
  );
  const form = useTextForm({
    name: 'reason',
    schema,
    initialText: '',
    send: async (reason) => {
      await whileBusy(() => reverse.mutateAsync(reason));
      showToast({ title: 'Payment Reversed' });
      onDone();
    },
  });
  return (
    <form {...form.formProps} id={id} className="stack gap-4">
      <p>
        {`${formatKes(payment.amount)}, ${recordedText(payment)}. It no longer counts, but stays in every list. If nothing was sent or refunded, the order is unpaid again, its pieces are held for 24 hours and the buyer gets a message. Otherwise you get a task.`}
      </p>
      <TextAreaField
        label="Why it does not count"
        hint="For example: the cheque bounced. Stays with the order, with your name."
        maxLength={maxReasonLength}
        {...form.fieldProps}
      />
      <NotSaved title="The payment is not reversed" error={form.failure} />
    </form>
  );
}
