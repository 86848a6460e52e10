import type { Outcome } from '@contract/payment-return.ts';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { PayOrderButton } from '#storefront/features/checkout/payment/pay-order-button.tsx';
import { forgetOrderKey } from '#storefront/features/checkout/payment/order-key.ts';
import { type OutcomeAction, outcomeActions } from '#storefront/features/orders/outcome/outcome-actions.ts';
import { OutcomePanel } from '#storefront/features/orders/outcome/outcome-panel.tsx';
import {
  type PaymentOutcome,
  usePaymentOutcome,
} from '#storefront/features/orders/outcome/use-payment-outcome.ts';
import { browserState } from '#lib/storage/stored-state.ts';
import { clearCart } from '#storefront/features/cart/cart-store.ts';
import { restoreCart } from '../checkout/restore-cart.ts';

/** The last returns from the bank that emptied the cart, newest first: their query strings. */
const storedReturns = browserState('cart-emptied-after', 1, (state) =>
  Array.isArray(state) ? state.filter((one): one is string => typeof one === 'string') : null,
);

const maxReturns = 20;

/**
 * Empties the cart, once for each return from the bank: somebody who comes to this page again with Back, a reload or
 * the history of the browser has a newer cart.
 * @param query the page's query string, which names the payment; without one the cart is always emptied
 */
function emptyCartOnce(query: string): void {
  const returns = storedReturns.recall() ?? [];
  if (returns.includes(query)) return;
  clearCart();
  if (query !== '') storedReturns.remember([query, ...returns].slice(0, maxReturns));
}

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
    if (state === 'received') forgetOrderKey();
    if (outcome === 'success' && state !== 'checking' && state !== 'not-received') emptyCartOnce(search);
  }, [outcome, state, search]);
  return (
    <OutcomePanel
      outcome={outcome}
      payment={payment}
      rows={rowsOf(payment, outcome)}
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

type Row = [label: string, value: string];

/** The payment details that each page shows. */
function rowsOf({ details, state }: PaymentOutcome, outcome: Outcome): Row[] {
  const { consumerOrderId, transactionId, errorCode, reason } = details;
  const order: Row = ['Order ID', consumerOrderId];
  if (outcome === 'success') return [order, ['Transaction ID', transactionId], ['Payment Method', 'Card']];
  if (outcome === 'tryLater' || state === 'received') return [order];
  // The defaults deny a payment: not before the bank has.
  const isDenied = ['not-received', 'unpaid', 'unnamed'].includes(state);
  const row = (label: string, value: string | null, otherwise: string): Row[] =>
    value || isDenied ? [[label, value ?? otherwise]] : [];
  return outcome === 'error'
    ? [order, ...row('Details', details.details, 'An unexpected error occurred during payment processing')]
    : [
        order,
        ...row('Error Code', errorCode, 'Unknown'),
        ...row('Reason', reason, 'Payment could not be processed'),
      ];
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
  if (action === 'view-order' || action === 'other-ways') {
    return (
      <LinkButton to={order ? `/order-confirmation/${order.id}` : '/orders'} variant={variant} size="large">
        {action === 'view-order' ? 'View Order' : 'Other Ways to Pay'}
      </LinkButton>
    );
  }
  return (
    <LinkButton to="/orders" variant={variant} size="large">
      {outcome === 'success' ? 'View Orders' : 'Check Order Status'}
    </LinkButton>
  );
}

/** Returns to the checkout and restores the cart, which was emptied when the buyer left for the bank. */
function RetryPayment() {
  return (
    <LinkButton to="/checkout" size="large" onClick={() => restoreCart()}>
      Try Again
    </LinkButton>
  );
}
