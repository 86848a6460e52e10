import { useEffect } from 'react';
import { LinkButton } from '../../../components/button.tsx';
import { clearCart } from '../../features/cart/cart-store.ts';
import { OutcomePanel } from '../../features/orders/outcome/outcome-panel.tsx';
import { usePaymentOutcome } from '../../features/orders/outcome/use-payment-outcome.ts';
import { RetryPayment } from './retry-payment.tsx';
import { useForgetPaidOrder } from './use-forget-paid-order.ts';

/** `/payment/success`: the bank sent the buyer here; the shop's own order says whether the money is there. */
export function PaymentSuccessPage() {
  const payment = usePaymentOutcome();
  const { details, truth } = payment;
  useForgetPaidOrder(payment);

  useEffect(() => {
    if (truth !== 'checking' && truth !== 'not-received') clearCart();
  }, [truth]);

  return (
    <OutcomePanel
      outcome="success"
      payment={payment}
      rows={[
        ['Order ID', details.consumerOrderId],
        ['Transaction ID', details.transactionId],
        ['Payment Method', 'Card'],
      ]}
      actions={
        <>
          {truth === 'not-received' ? <RetryPayment /> : null}
          <LinkButton to="/orders" size="large" variant={truth === 'not-received' ? 'secondary' : 'primary'}>
            View Orders
          </LinkButton>
          <LinkButton to="/" variant="secondary" size="large">
            Continue Shopping
          </LinkButton>
        </>
      }
    />
  );
}
