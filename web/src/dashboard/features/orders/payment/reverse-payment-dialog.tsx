import { maxReasonLength, type RecordedPayment } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { formatKes } from '@contract/money.ts';
import { useId, useState } from 'react';
import { object } from 'yup';
import { TextAreaField } from '#components/forms/field.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
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
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ConfirmDialog
      isOpen={payment !== null}
      title="Reverse this payment?"
      confirmLabel="Reverse Payment"
      danger
      formId={formId}
      busy={isBusy}
      onClose={onClose}
    >
      {payment ? (
        <ReversePaymentForm
          key={payment.id}
          payment={payment}
          formId={formId}
          onBusy={setIsBusy}
          onDone={onClose}
        />
      ) : null}
    </ConfirmDialog>
  );
}

type ReversePaymentFormProps = {
  payment: RecordedPayment;
  formId: string;
  onBusy(isBusy: boolean): void;
  onDone(): void;
};

function ReversePaymentForm({ payment, formId, onBusy, onDone }: ReversePaymentFormProps) {
  const reverse = useAdminWrite((reason: string) =>
    callSql('reverse_payment', { p_transaction_id: payment.id, p_reason: reason }),
  );
  const form = useTextForm({
    name: 'reason',
    schema,
    initialText: '',
    send: async (reason) => {
      onBusy(true);
      try {
        await reverse.mutateAsync(reason);
      } finally {
        onBusy(false);
      }
      showToast({ title: 'Payment Reversed' });
      onDone();
    },
  });
  return (
    <form {...form.formProps} id={formId}>
      <div className="stack gap-4">
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
      </div>
    </form>
  );
}
