import { LinkButton } from '../../../components/button.tsx';
import { PayOrderButton } from '../../features/checkout/payment/pay-order-button.tsx';
import { OutcomePanel } from '../../features/orders/outcome/outcome-panel.tsx';
import { usePaymentOutcome } from '../../features/orders/outcome/use-payment-outcome.ts';
import { RetryPayment } from './retry-payment.tsx';
import { useForgetPaidOrder } from './use-forget-paid-order.ts';

/** `/payment/try-later`: the bank has not decided; the page watches for a few minutes and says when it stops. */
export function PaymentTryLaterPage() {
  const payment = usePaymentOutcome();
  useForgetPaidOrder(payment);
  const { truth, order } = payment;
  const canPay = truth === 'not-received' || truth === 'unpaid';
  return (
    <OutcomePanel
      outcome="tryLater"
      payment={payment}
      rows={[['Order ID', payment.details.consumerOrderId]]}
      actions={
        <>
          {truth === 'not-received' ? <RetryPayment /> : null}
          {truth === 'unpaid' && order ? <PayOrderButton orderId={order.id} size="large" /> : null}
          <LinkButton to="/orders" variant={canPay ? 'secondary' : 'primary'} size="large">
            Check Order Status
          </LinkButton>
          <LinkButton to="/" variant="secondary" size="large">
            Back to Shopping
          </LinkButton>
        </>
      }
    />
  );
}
