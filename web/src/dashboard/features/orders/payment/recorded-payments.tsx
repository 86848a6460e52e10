import type { OrderDetails, RecordedPayment } from '@contract/admin-orders.ts';
import { formatKes } from '@contract/money.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { recordedText } from './recorded-text.ts';
import { ReversePaymentDialog } from './reverse-payment-dialog.tsx';

/** The payments of an order that staff recorded, each with the step that takes it back while some of it is left. */
export function RecordedPayments({
  details: { recorded: payments, refundable },
}: {
  details: Pick<OrderDetails, 'recorded' | 'refundable'>;
}) {
  const may = useMay();
  const [reversing, setReversing] = useState<RecordedPayment | null>(null);
  if (payments.length === 0) return null;
  return (
    <section className="stack gap-2" aria-labelledby="order-payments">
      <h3 id="order-payments">Recorded payments</h3>
      <ul className="stack gap-2">
        {payments.map((payment) => (
          <li key={payment.id} className="cluster gap-3">
            <span className="breaks">
              <strong className="tabular one-line">{formatKes(payment.amount)}</strong>{' '}
              <span>{recordedText(payment)}</span>
            </span>
            {payment.status === 'reversed' ? (
              <span className="quiet">Reversed</span>
            ) : !refundable.some(({ transactionId }) => transactionId === payment.id) ? (
              <span className="quiet">Went back</span>
            ) : !may('refunds') ? null : (
              <Button
                variant="quiet"
                aria-label={`Reverse the payment ${payment.reference}`}
                onClick={() => setReversing(payment)}
              >
                Reverse
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ReversePaymentDialog payment={reversing} onClose={() => setReversing(null)} />
    </section>
  );
}
