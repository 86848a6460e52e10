import { LinkButton } from '../../../components/button.tsx';
import { OutcomePanel } from '../../features/orders/outcome/outcome-panel.tsx';
import { usePaymentOutcome } from '../../features/orders/outcome/use-payment-outcome.ts';
import { RetryPayment } from './retry-payment.tsx';
import { useForgetPaidOrder } from './use-forget-paid-order.ts';

/** `/payment/failed`: why, and a way to try again without typing anything twice. */
export function PaymentFailedPage() {
  const payment = usePaymentOutcome();
  useForgetPaidOrder(payment);
  const { details } = payment;
  return (
    <OutcomePanel
      outcome="failed"
      payment={payment}
      rows={[
        ['Order ID', details.consumerOrderId],
        ['Error Code', details.errorCode],
        ['Reason', details.reason],
      ]}
      actions={
        <>
          <RetryPayment />
          <LinkButton to="/" variant="secondary" size="large">
            Back to Shopping
          </LinkButton>
        </>
      }
    />
  );
}
