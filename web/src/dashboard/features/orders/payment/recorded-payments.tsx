import type { OrderDetails, RecordedPayment } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import type { WithheldMethod } from '@contract/orders.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { recordedSum, recordedText, type Reversal, reversalsOf } from './recorded-text.ts';
import { ReversePaymentDialog } from './reverse-payment-dialog.tsx';

/** The payments of an order that staff recorded, each with the step that takes it back while some of it is left. */
export function RecordedPayments({
  details: { order, recorded: payments, refundable, rest },
}: {
  details: Pick<OrderDetails, 'order' | 'recorded' | 'refundable' | 'rest'>;
}) {
  const may = useMay();
  const [reversing, setReversing] = useState<{ payment: RecordedPayment; cause: Reversal } | null>(null);
  const [certified, setCertified] = useState<WithheldMethod>();
  const expected = Object.entries(rest.expected) as [WithheldMethod, number][];
  if (payments.length + expected.length === 0) return null;
  return (
    <section className="stack gap-2" aria-labelledby="order-payments">
      <h3 id="order-payments" tabIndex={-1}>
        Recorded payments
      </h3>
      <ul className="stack gap-2">
        {expected.map(([method, cents]) => (
          <li key={method} className="cluster gap-3">
            <span>{`${formatCents(cents)}, ${paymentMethodLabels[method]}: expected`}</span>
            {may('payments.record') ? (
              <>
                <Button variant="quiet" onClick={() => setCertified(method)}>
                  Record Certificate
                </Button>
                <RowAction
                  variant="quiet"
                  failureTitle="Not removed"
                  headingId="order-payments"
                  act={() => callSql('note_withheld', { p_order_id: order.id, p_method: method, p_cents: 0 })}
                >
                  Remove
                </RowAction>
              </>
            ) : null}
          </li>
        ))}
        {payments.map((payment) => (
          <li key={payment.id} className="cluster gap-3">
            <span className="breaks">
              <strong className="tabular one-line">{recordedSum(payment)}</strong>{' '}
              <span>{recordedText(payment)}</span>
            </span>
            {payment.status === 'reversed' ? (
              <span className="quiet">Reversed</span>
            ) : payment.backCents > 0 ? (
              <span className="quiet">{backText(payment)}</span>
            ) : null}
            {!may('refunds') || !refundable.some(({ transactionId }) => transactionId === payment.id)
              ? null
              : reversalsOf(payment).map(({ cause, label }) => (
                  <Button
                    key={label}
                    variant="quiet"
                    aria-label={`${label}: the payment ${payment.reference}`}
                    onClick={() => setReversing({ payment, cause })}
                  >
                    {label}
                  </Button>
                ))}
          </li>
        ))}
      </ul>
      {certified ? (
        <RecordPaymentDialog
          method={certified}
          order={order}
          rest={rest}
          onClose={() => setCertified(undefined)}
        />
      ) : null}
      {reversing ? <ReversePaymentDialog {...reversing} onClose={() => setReversing(null)} /> : null}
    </section>
  );
}

/** `KES 72,900 bounced`, and what the shop gave back. */
function backText({ method, backCents, bankCents }: RecordedPayment): string {
  const taken = method === 'cheque' ? 'bounced' : 'taken back by the bank';
  return [
    bankCents > 0 && `${formatCents(bankCents)} ${taken}`,
    backCents > bankCents && `${formatCents(backCents - bankCents)} went back`,
  ]
    .filter(Boolean)
    .join(', ');
}
