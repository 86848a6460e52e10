import type { AdminOrder } from '@contract/admin.ts';
import { formatCents } from '@contract/money.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import type { RefundablePayment } from '@contract/refunds.ts';
import { isPaid } from '#orders/is-paid.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { emptyTransfer, typedCents, typedRefund } from '#dashboard/lib/typed-refund.ts';
import { RefundFormDialog } from './refund-form.tsx';

type RefundDialogProps = {
  isOpen: boolean;
  order: AdminOrder;
  /** At least one while the dialog is open. */
  payments: readonly RefundablePayment[];
  onClose(): void;
};

/** Records what the bank refunded of an order's payment. The shop itself sends no money. */
export function RefundDialog({ isOpen, order, payments, onClose }: RefundDialogProps) {
  return (
    <RefundFormDialog
      isOpen={isOpen}
      title="Record a refund"
      confirmLabel="Record Refund"
      texts={{
        introduction:
          'Send the money back with the bank first. What you record here is shown to the buyer, who gets a message about it.',
        choice: 'The payment',
        whole: 'A part of an order that is not paid is refunded as a whole.',
        reason: 'Why it was refunded',
        done: 'Refund Recorded',
        failed: 'The refund is not recorded',
      }}
      choices={payments.map(({ transactionId, reference, amountCents, receivedAt }) => ({
        id: transactionId,
        label: `${reference}, ${formatCents(amountCents)}, ${formatDayAndTime(receivedAt)}`,
        begins: { ...emptyTransfer(), amount: typedCents(amountCents), reason: '' },
        isWhole: !isPaid(order),
      }))}
      read={typedRefund}
      send={(refund, transactionId) =>
        callSql('record_refund', { ...refund, p_transaction_id: transactionId })
      }
      onDone={onClose}
    />
  );
}
