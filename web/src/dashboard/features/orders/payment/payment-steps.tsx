import type { TransactionRow } from '@contract/admin-transactions.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { emptyTransfer, typedCents, typedRefund } from '#dashboard/lib/typed-refund.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { RefundFormDialog } from '../refund/refund-form.tsx';
import { ReversePaymentDialog } from './reverse-payment-dialog.tsx';
import { type Reversal, reversalsOf } from './recorded-text.ts';
import { SharePaymentDialog } from './share-payment-dialog.tsx';

/** What can be done with a payment that came without an order, also once it pays some. */
export function PaymentSteps({ payment }: { payment: TransactionRow }) {
  const may = useMay();
  const [step, setStep] = useState<'' | 'share' | 'refund' | { cause: Reversal }>('');
  const { id, orderId, restCents, paymentMethod: method, reference, amount, decidedAt, status } = payment;
  if (orderId !== null || status !== 'completed' || decidedAt === null) return null;
  const close = () => setStep('');
  return (
    <div className="cluster gap-2">
      {restCents > 0 && may('payments.record') ? (
        <Button onClick={() => setStep('share')}>Give to Orders</Button>
      ) : null}
      {restCents > 0 && may('refunds') ? (
        <Button variant="secondary" onClick={() => setStep('refund')}>
          Record a Refund
        </Button>
      ) : null}
      {may('refunds')
        ? reversalsOf({ method }).map(({ cause, label }) => (
            <Button key={label} variant="quiet" onClick={() => setStep({ cause })}>
              {label}
            </Button>
          ))
        : null}
      {step === 'share' ? <SharePaymentDialog payment={{ id, cents: restCents }} onClose={close} /> : null}
      {step === 'refund' ? (
        <RefundFormDialog
          title="Record a refund"
          confirmLabel="Record Refund"
          texts={{
            introduction: 'Send the money back first.',
            choice: 'The payment',
            whole: '',
            reason: 'Why it was refunded',
            done: 'Refund Recorded',
            failed: 'The refund is not recorded',
          }}
          choices={[
            {
              id,
              amountCents: restCents,
              label: reference,
              begins: { ...emptyTransfer(method), amount: typedCents(restCents), reason: '' },
              isWhole: false,
              paidBy: method,
            },
          ]}
          read={typedRefund}
          send={(refund) => callSql('record_refund', { ...refund, p_transaction_id: id })}
          onClose={close}
        />
      ) : null}
      {typeof step === 'object' ? (
        <ReversePaymentDialog
          cause={step.cause}
          withoutOrder={payment.shares.length > 0 ? undefined : payment}
          payment={{
            id,
            method,
            reference,
            amount,
            hereCents: amount * 100,
            day: nairobiDay(decidedAt),
            status,
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
