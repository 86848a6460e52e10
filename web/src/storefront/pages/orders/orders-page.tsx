import { PackageOpen } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { SameHeightTexts } from '#components/page/same-height-texts.tsx';
import { PriceAge } from '#components/page/price-age.tsx';
import { Page } from '#components/page/page.tsx';
import { Loading } from '#components/page/skeleton.tsx';
import { loginState } from '#account/landing-page.ts';
import { usePerson } from '#account/account-queries.ts';
import { ClaimOrder } from '#storefront/features/orders/claim/claim-order.tsx';
import { OrderCards } from '#storefront/features/orders/order-cards.tsx';
import { OrderCard } from '#storefront/features/orders/order-card.tsx';
import { OrderCardSkeleton } from '#storefront/features/orders/order-card-skeleton.tsx';
import { useOrders } from '#storefront/features/orders/orders-queries.ts';
import styles from './orders-page.module.css';
import { isConnectionError } from '#lib/api/is-connection-error.ts';
import { orderNumber } from '@contract/order-number.ts';
import { useBankCheck } from '#storefront/features/orders/open/open-orders-queries.ts';
import { PayOrderButton } from '#storefront/features/checkout/payment/pay-order-button.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useState } from 'react';
import { useLogout } from '#account/use-logout.ts';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { dropCart } from '#storefront/features/cart/cart-store.ts';

/** `/orders`: the orders of the visitor, signed in or not. */
export function OrdersPage() {
  const user = usePerson();
  const orders = useOrders();
  useBankCheck(orders.data ?? []);
  return (
    <Page
      width="text"
      title="My Orders"
      isHidden
      subtitle={
        <SameHeightTexts
          shown={user ? 1 : 0}
          texts={[
            <>
              The orders placed in this browser.{' '}
              <Link to="/login" state={loginState('/orders')}>
                Sign in
              </Link>{' '}
              to see those of your account, or <Link to="/find-order">find an order</Link> by its number.
            </>,
            <>
              The orders of your account. Is one missing? <Link to="/find-order">Find an order</Link> by its
              number.
            </>,
          ]}
        />
      }
    >
      <div className={`stack gap-5 packed ${styles.orders}`}>
        {orders.data && isConnectionError(orders.error) ? (
          <PriceAge what="Your orders" reading={orders} />
        ) : orders.isError ? (
          <LoadFailure title={`Error loading orders: ${errorSentence(orders.error)}`} query={orders}>
            Your orders are not affected.
          </LoadFailure>
        ) : null}
        {orders.data ? (
          orders.data.length > 0 ? (
            <OrderCards
              orders={orders.data}
              renderCard={(order) => (
                <OrderCard
                  key={order.id}
                  order={order}
                  pay={
                    <PayOrderButton orderId={order.id} label="Pay" of={`order #${orderNumber(order.id)}`} />
                  }
                  claim={user ? <ClaimOrder orderId={order.id} /> : <Claimed />}
                />
              )}
            />
          ) : (
            <EmptyState
              title="No orders yet"
              description="What you order appears here, with its payment and delivery."
              drawing={<PackageOpen size={40} />}
              action={
                <>
                  <LinkButton to="/">Start Shopping</LinkButton>
                  <LinkButton to="/find-order" variant="secondary">
                    Find My Order
                  </LinkButton>
                </>
              }
            />
          )
        ) : orders.isPending ? (
          <Loading label="Loading your orders">
            <OrderCardSkeleton />
          </Loading>
        ) : null}
        {user === null && orders.isFetched ? <ForgetBrowser /> : null}
      </div>
    </Page>
  );
}

/** For the browser of a guest whose order now belongs to an account. */
const Claimed = () => <p>This order is in an account now. Sign in there to see its contact details.</p>;

/** For guests at a shared computer: ends the session and deletes everything stored in this browser. */
function ForgetBrowser() {
  const [isConfirming, setIsConfirming] = useState(false);
  const logout = useLogout();
  const navigate = useNavigate();

  const forget = async () => {
    try {
      await logout.mutateAsync();
    } catch (error) {
      showFailure('Nothing forgotten', error);
      return;
    }
    dropCart();
    navigate('/');
    showToast({
      title: 'This browser is forgotten',
      description: 'Orders, cart and details are not shown here any more.',
    });
  };

  return (
    <div>
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        Forget This Browser
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Forget this browser?"
        confirmLabel="Forget This Browser"
        danger
        busy={logout.isPending}
        onConfirm={forget}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          The orders placed here, your cart and what you typed are not shown in this browser any more. The
          orders themselves stay as they are: open them by their link or with Find My Order.
        </p>
      </ConfirmDialog>
    </div>
  );
}
