import type { Outcome } from '@contract/payment-return.ts';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { PayOrderButton } from '#storefront/features/checkout/payment/pay-order-button.tsx';
import { forgetPaidOrder } from '#storefront/features/checkout/payment/placed-order.ts';
import { type OutcomeAction, outcomeActions } from '#storefront/features/orders/outcome/outcome-actions.ts';
import type { OutcomeDetails } from '#storefront/features/orders/outcome/outcome-details.ts';
import { OutcomePanel } from '#storefront/features/orders/outcome/outcome-panel.tsx';
import {
  type PaymentOutcome,
  usePaymentOutcome,
} from '#storefront/features/orders/outcome/use-payment-outcome.ts';
import { emptyCartOnce } from './empty-cart-once.ts';
import { RetryPayment } from './retry-payment.tsx';

/**
 * `/payment/success`, `failed`, `try-later` and `error`: the pages to which the bank sends the buyer. Whether the
 * money was received is read from the order.
 */
export function PaymentOutcomePage({ outcome }: { outcome: Outcome }) {
  const payment = usePaymentOutcome();
  const { state, order } = payment;
  const { search } = useLocation();
  useEffect(() => {
    // Items of a paid order must not be ordered again by accident.
    if (state === 'received') forgetPaidOrder();
    if (outcome === 'success' && state !== 'checking' && state !== 'not-received') emptyCartOnce(search);
  }, [outcome, state, search]);
  return (
    <OutcomePanel
      outcome={outcome}
      payment={payment}
      rows={rowsOf(payment.details)[outcome]}
      actions={
        <>
          {outcomeActions(outcome, state, order).map((action, index) => (
            <Action key={action} action={action} isMain={index === 0} outcome={outcome} order={order} />
          ))}
          <LinkButton to="/" variant="secondary" size="large">
            {homeLabels[outcome]}
          </LinkButton>
        </>
      }
    />
  );
}

/** The payment details that each page shows, label and value. */
function rowsOf(details: OutcomeDetails): Record<Outcome, [label: string, value: string][]> {
  const { consumerOrderId, transactionId, errorCode, reason } = details;
  const order: [string, string] = ['Order ID', consumerOrderId];
  return {
    success: [order, ['Transaction ID', transactionId], ['Payment Method', 'Card']],
    failed: [order, ['Error Code', errorCode], ['Reason', reason]],
    tryLater: [order],
    error: [order, ['Details', details.details]],
  };
}

const homeLabels: Record<Outcome, string> = {
  success: 'Continue Shopping',
  failed: 'Back to Shopping',
  tryLater: 'Back to Shopping',
  error: 'Return to Home',
};

type ActionProps = {
  action: OutcomeAction;
  isMain: boolean;
  outcome: Outcome;
  order: PaymentOutcome['order'];
};

/** One action; the first is the main one. */
function Action({ action, isMain, outcome, order }: ActionProps): ReactNode {
  if (action === 'retry') return <RetryPayment />;
  if (action === 'pay') return order ? <PayOrderButton orderId={order.id} size="large" /> : null;
  const variant = isMain ? 'primary' : 'secondary';
  if (action === 'view-order') {
    return (
      <LinkButton to={order ? `/order-confirmation/${order.id}` : '/orders'} variant={variant} size="large">
        View Order
      </LinkButton>
    );
  }
  return (
    <LinkButton to="/orders" variant={variant} size="large">
      {outcome === 'success' ? 'View Orders' : 'Check Order Status'}
    </LinkButton>
  );
}
