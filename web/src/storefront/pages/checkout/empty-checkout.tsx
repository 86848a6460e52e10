import type { Order } from '@contract/orders.ts';
import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PayOrderButton } from '#storefront/features/checkout/payment/pay-order-button.tsx';
import { recallPlacedOrder } from '#storefront/features/checkout/payment/order-key.ts';
import { isCalledPaid } from '@contract/is-paid.ts';
import { useOrderUntilDecided } from '#storefront/features/orders/orders-queries.ts';
import { orderMessage, reservedText } from '#orders/order-message.ts';
import { earlierPaymentsText } from '#orders/earlier-payments-text.ts';
import { fullOrderNumber } from '@contract/order-number.ts';
import { OpenOrders } from '../open-orders/open-orders.tsx';
import { restoreCart } from './restore-cart.ts';

/**
 * The checkout with an empty cart. A buyer who returns from the bank's page without paying gets the items back with
 * one tap.
 */
export function EmptyCheckout() {
  const [placed] = useState(recallPlacedOrder);
  const { data: order } = useOrderUntilDecided(placed?.id ?? null);
  const isShown = Boolean(placed && order);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // With Back the browser scrolls to where the form's button was: on a phone, past the notice.
    if (isShown) notice.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return (
    <>
      {placed && order ? (
        <div ref={notice}>
          <LastOrder order={order} />
        </div>
      ) : (
        <OpenOrders />
      )}
      <EmptyState
        as="h1"
        title="Your cart is empty"
        action={
          <LinkButton to="/" variant={placed ? 'secondary' : 'primary'}>
            Continue Shopping
          </LinkButton>
        }
      />
    </>
  );
}

/** The state of the order last taken to the bank's page in this browser. */
function LastOrder({ order }: { order: Order }) {
  const number = fullOrderNumber(order.id);
  const view = `/order-confirmation/${order.id}`;
  if (isCalledPaid(order)) {
    return (
      <Notice
        tone="success"
        title={`Order ${number} is paid`}
        action={<LinkButton to={view}>View Order</LinkButton>}
      >
        You do not need to do anything else.
      </Notice>
    );
  }
  if (order.nextStep === 'wait') {
    return (
      <Notice
        tone="warning"
        title={`The payment of order ${number} is not confirmed yet`}
        action={<LinkButton to={view}>View Order</LinkButton>}
      >
        Please do not pay again: the order stays open until the bank has decided.
      </Notice>
    );
  }
  const { title, sentence, nextStep } = orderMessage(order);
  if (nextStep === 'shop') return null;
  if (earlierPaymentsText(order) || nextStep !== 'pay') {
    return (
      <Notice
        tone="warning"
        title={`Order ${number}: ${title}`}
        action={
          <>
            {nextStep === 'pay' ? <PayOrderButton orderId={order.id} /> : null}
            <LinkButton to={view} variant="secondary">
              View Order
            </LinkButton>
          </>
        }
      >
        {sentence}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={`Order ${number} is not paid yet`}
      action={
        <>
          <PayOrderButton orderId={order.id} />
          <Button variant="secondary" onClick={() => restoreCart()}>
            Change the Order
          </Button>
        </>
      }
    >
      You went to the bank&apos;s page with this order. {reservedText(order)} To change something first, put
      them back into your cart.
    </Notice>
  );
}
