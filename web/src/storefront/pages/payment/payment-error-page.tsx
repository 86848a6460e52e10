import { LinkButton } from '../../../components/button.tsx';
import { OutcomePanel } from '../../features/orders/outcome/outcome-panel.tsx';
import { usePaymentOutcome } from '../../features/orders/outcome/use-payment-outcome.ts';
import { RetryPayment } from './retry-payment.tsx';
import { useForgetPaidOrder } from './use-forget-paid-order.ts';

/** `/payment/error`: something went wrong on the bank's page: what it said, and what to do. */
export function PaymentErrorPage() {
  const payment = usePaymentOutcome();
  useForgetPaidOrder(payment);
  const { details } = payment;
  return (
    <OutcomePanel
      outcome="error"
      payment={payment}
      rows={[
        ['Order ID', details.consumerOrderId],
        ['Details', details.details],
      ]}
      actions={
        <>
          <RetryPayment />
          <LinkButton to="/" variant="secondary" size="large">
            Return to Home
          </LinkButton>
        </>
      }
    />
  );
}
