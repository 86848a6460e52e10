import type { OrderDetails } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { formatDayAndTime, formatDay } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { isPaid } from '@contract/is-paid.ts';
import { useState } from 'react';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { usePostedDay } from '#dashboard/lib/posted-day.ts';
import { emptyTransfer, typedCents, typedRefund, typedCorrection } from '#dashboard/lib/typed-refund.ts';
import { RefundFormDialog } from './refund-form.tsx';
import { refundableItems } from './refunded-pieces.tsx';
import type { RecordedRefund } from '@contract/refunds.ts';

type RefundDialogProps = {
  /** With at least one refundable payment. */
  details: OrderDetails;
  /** Each payment is given back as a whole, one after the other, and the order is cancelled with the last. */
  cancels?: boolean;
  onClose(): void;
};

/** Records a refund of an order's payment. The shop itself sends no money. */
export function RefundDialog({ details, cancels = false, onClose }: RefundDialogProps) {
  const { order } = details;
  const day = usePostedDay();
  // The last one is no choice any more, maybe before the dialog has closed.
  const [payments, setPayments] = useState(details.refundable);
  if (details.refundable.length > 0 && details.refundable !== payments) setPayments(details.refundable);
  const refundable = cancels ? payments.slice(0, 1) : payments;
  const goesOn = cancels && payments.length > 1;
  const isLast = cancels && !goesOn;
  return (
    <RefundFormDialog
      key={cancels ? refundable[0]?.transactionId : ''}
      title={cancels ? 'Refund and cancel the order' : 'Record a refund'}
      confirmLabel={goesOn ? 'Refund This Payment' : cancels ? 'Refund and Cancel' : 'Record Refund'}
      texts={{
        introduction: `Send the money back first. The buyer gets a message with the amount; a mail says the day and the reference too.${isLast ? ' The order is cancelled, and what is kept for it goes back on sale. This cannot be undone.' : ''}${goesOn ? ` ${payments.length} payments are left, this one first: ${payments.map(labelOf).join('; ')}. With the last one the order is cancelled.` : ''}`,
        choice: 'The payment',
        whole: 'All of it, since the order is cancelled.',
        reason: 'Why it was refunded',
        done: isLast ? 'Order Cancelled' : 'Refund Recorded',
        failed: 'The refund is not recorded',
      }}
      items={cancels || !isPaid(order) ? [] : refundableItems(details)}
      choices={refundable.map((payment) => ({
        id: payment.transactionId,
        amountCents: payment.amountCents,
        label: labelOf(payment),
        begins: {
          ...emptyTransfer(payment.method, day),
          // What was paid too much, since the order was changed.
          amount: typedCents(
            cancels
              ? payment.amountCents
              : Math.min(order.payment.overpaidCents || payment.amountCents, payment.amountCents),
          ),
          reason: '',
        },
        isWhole: cancels,
        paidBy: payment.method,
      }))}
      read={typedRefund}
      send={(refund, transactionId, lines) =>
        callSql('record_refund', {
          ...refund,
          p_transaction_id: transactionId,
          p_order_id: order.id,
          p_lines: lines,
          p_cancels: isLast,
        })
      }
      goesOn={goesOn}
      onClose={onClose}
    />
  );
}

const labelOf = ({ method, reference, amountCents, receivedAt }: OrderDetails['refundable'][number]) =>
  `${paymentMethodLabels[method]} ${reference}, ${formatCents(amountCents)}, ${formatDayAndTime(receivedAt)}`;

type CorrectRefundDialogProps = {
  /** At least one. */
  refunds: readonly RecordedRefund[];
  onClose(): void;
};

/** Corrects a refund that was recorded wrongly. */
export function CorrectRefundDialog({ refunds, onClose }: CorrectRefundDialogProps) {
  return (
    <RefundFormDialog
      title="Correct a refund"
      confirmLabel="Correct Refund"
      texts={{
        introduction:
          'Enter what was really refunded. The wrong entry stays in the history, and the buyer gets a message with the correction.',
        choice: 'The refund',
        whole: 'This money was refunded as a whole.',
        amountHint: '0 if nothing was refunded.',
        reason: 'What was wrong',
        done: 'Refund Corrected',
        failed: 'The refund is not corrected',
      }}
      choices={refunds.map(({ id, amountCents, paidBy, method, day, bankReference, isWhole }) => ({
        id,
        amountCents,
        label: `${formatCents(amountCents)}, ${formatDay(day)}, ${bankReference}`,
        begins: { amount: typedCents(amountCents), day, method, bankReference, reason: '' },
        isWhole,
        paidBy,
      }))}
      read={(typed, id) =>
        typedCorrection(
          typed,
          refunds.find((refund) => refund.id === id),
        )
      }
      send={(correction, id) => callSql('correct_refund', { ...correction, p_refund_id: id })}
      onClose={onClose}
    />
  );
}
