import type { Order } from '@contract/orders.ts';
import { Link } from 'react-router-dom';
import { useMe } from '#account/account-queries.ts';
import { loginState } from '#account/landing-page.ts';
import { ClaimOrder } from '#storefront/features/orders/claim/claim-order.tsx';
import { useOpenOrders } from '#storefront/features/orders/open/open-orders-queries.ts';

/** Below the heading of an order shown without contact details: why, and how to see all of it. */
export function ReducedViewNote({ order }: { order: Order }) {
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
export function ClaimOrderHere({ orderId }: { orderId: string }) {
  const { data: user } = useMe();
  return user ? <ClaimIfPlacedHere orderId={orderId} /> : null;
}

function ClaimIfPlacedHere({ orderId }: { orderId: string }) {
  const { data: orders } = useOpenOrders();
  const isToClaim = orders?.some(({ id, view }) => id === orderId && view === 'reduced');
  return isToClaim ? <ClaimOrder orderId={orderId} /> : null;
}
