import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import type { RecordedRefund } from '@contract/refunds.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { typedCents, typedCorrection } from '#dashboard/lib/typed-refund.ts';
import { RefundFormDialog } from './refund-form.tsx';

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
