import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { NotLoaded } from '#components/page/not-loaded.tsx';
import { Page } from '#components/page/page.tsx';
import { PriceAge } from '#components/page/price-age.tsx';
import { isConnectionError } from '#lib/api/is-connection-error.ts';
import { orderMessage } from '#orders/order-message.ts';
import { LargePaymentNote } from '#storefront/features/checkout/payment/large-payment-note.tsx';
import { MpesaPayment } from '#storefront/features/checkout/payment/mpesa-payment.tsx';
import { PayOrderButton } from '#storefront/features/checkout/payment/pay-order-button.tsx';
import { OrderConfirmation } from '#storefront/features/orders/order-confirmation.tsx';
import { keyInAddress, rememberLinkKey } from '#storefront/lib/link-keys.ts';
import { useOrderUntilDecided } from '#storefront/features/orders/orders-queries.ts';
import type { Order } from '@contract/orders.ts';
import { useMe } from '#account/account-queries.ts';
import { loginState } from '#account/landing-page.ts';
import { ClaimOrder } from '#storefront/features/orders/claim/claim-order.tsx';
import { useOpenOrders } from '#storefront/features/orders/open/open-orders-queries.ts';

/** `/order-confirmation/:orderId#key=…`: one order. */
export function OrderConfirmationPage() {
  const { orderId = '' } = useParams();
  const { hash } = useLocation();
  const linkKey = keyInAddress(hash);
  // A second link opened in the same tab does not reload: it still counts as another page.
  return <OrderPage key={`${orderId} ${linkKey}`} orderId={orderId} linkKey={linkKey} />;
}

type OrderPageProps = {
  orderId: string;
  /** The key of the opened link; null without one. */ linkKey: string | null;
};

/** "Not found" and "cannot be loaded" are shown differently. */
function OrderPage({ orderId, linkKey }: OrderPageProps) {
  const order = useOrderUntilDecided(orderId, { linkKey });
  const [sentTo, setSentTo] = useState<string | null>(null);
  // Stored once it has opened the order, so that an outdated link does not replace a valid key.
  const hasOpened = Boolean(order.data);
  useEffect(() => {
    if (linkKey && hasOpened) rememberLinkKey(orderId, linkKey);
  }, [orderId, linkKey, hasOpened]);

  if (order.data === null) {
    return (
      <Page width="text" title="Order Confirmation" heading={null}>
        <EmptyState
          as="h1"
          title="Order not found"
          description="We found no order of yours with this number. If you ordered in another browser, sign in or open it there, or look it up with its number and your e-mail or phone. A link may have been replaced by a newer one."
          action={
            <>
              <LinkButton to="/">Return to Home</LinkButton>
              <LinkButton to="/find-order" variant="secondary">
                Find My Order
              </LinkButton>
            </>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      width="text"
      title={order.data ? orderMessage(order.data).heading : 'Order Confirmation'}
      subtitle={
        order.data?.view === 'reduced' ? (
          <ReducedViewNote order={order.data} />
        ) : order.data?.view === 'staff' ? (
          <span>
            You see this order of {order.data.customerName} as staff.{' '}
            <Link to={`/admin/orders/${orderId}`}>Open it in the dashboard</Link> to change it.
          </span>
        ) : undefined
      }
    >
      {order.data ? (
        <>
          {isConnectionError(order.error) ? <PriceAge what="This order" reading={order} /> : null}
          {order.data.view === 'reduced' ? <ClaimOrderHere orderId={orderId} /> : null}
          <OrderConfirmation
            order={order.data}
            pay={<PayOrderButton orderId={order.data.id} size="large" />}
            beforePay={<LargePaymentNote amount={order.data.payment.dueAmount} />}
            mpesa={
              <MpesaPayment order={order.data} sentTo={sentTo} onSend={setSentTo} onSent={order.watchAgain} />
            }
          />
        </>
      ) : (
        <NotLoaded what="this order" query={order}>
          Your order is not affected.
        </NotLoaded>
      )}
    </Page>
  );
}

/** Below the heading of an order shown without contact details: why, and how to see all of it. */
function ReducedViewNote({ order }: { order: Order }) {
  const { data: user } = useMe();
  const hidden = 'Shown without name, phone and address.';
  if (user === undefined || order.isByStaff) return hidden;
  if (user) return `${hidden} Sign in with the account that it belongs to, to see all of it.`;
  return (
    <>
      {hidden}{' '}
      <Link to="/login" state={loginState(`/order-confirmation/${order.id}`)}>
        Sign in
      </Link>{' '}
      or open it in the browser it was placed in to see all of it.
    </>
  );
}

/** For signed-in users: the form to claim an order that a guest placed in this browser. */
function ClaimOrderHere({ orderId }: { orderId: string }) {
  const { data: user } = useMe();
  return user ? <ClaimIfPlacedHere orderId={orderId} /> : null;
}

function ClaimIfPlacedHere({ orderId }: { orderId: string }) {
  const { data: orders } = useOpenOrders();
  const isToClaim = orders?.some(({ id, view }) => id === orderId && view === 'reduced');
  return isToClaim ? <ClaimOrder orderId={orderId} /> : null;
}
