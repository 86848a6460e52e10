import type { FittingPayment } from '@contract/admin-transactions.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { paidWith } from '@contract/payment-methods.ts';
import { useState } from 'react';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useMay } from '#dashboard/lib/use-may.ts';

type FittingPaymentsProps = { orderId: string; payments?: FittingPayment[] };

/** Recorded money without an order that may be for this one, each with the step that uses it. */
export const FittingPayments = ({ orderId, payments = [] }: FittingPaymentsProps) =>
  payments.map((payment) => (
    // What is used may change meanwhile: then it is another request.
    <Fitting key={`${payment.id} ${payment.cents}`} orderId={orderId} payment={payment} />
  ));

function Fitting({ orderId, payment }: { orderId: string; payment: FittingPayment }) {
  const { id, method, reference, note, day, cents, leftCents } = payment;
  const may = useMay();
  const [key] = useState(randomUuid);
  return (
    <div className="cluster gap-3">
      <span className="breaks">
        {`${paidWith(method, reference)}, ${[formatCents(leftCents), formatDay(day), note].filter(Boolean).join(', ')}: no order yet. Is it for this one?`}
      </span>
      {may('payments.record') ? (
        <RowAction
          variant="secondary"
          aria-label={`Use ${reference}, ${formatCents(cents)}`}
          failureTitle="Not used"
          act={() =>
            callSql('share_payment', { p_id: key, p_transaction_id: id, p_shares: [{ orderId, cents }] })
          }
        >
          {`Use ${formatCents(cents)}`}
        </RowAction>
      ) : null}
    </div>
  );
}
