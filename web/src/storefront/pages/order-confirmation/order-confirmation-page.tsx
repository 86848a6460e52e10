import { useParams, useSearchParams } from 'react-router-dom';
import { Button, LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageBody } from '../../../components/page-body.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { PageMeta } from '../../../components/page-meta.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { PayOrderButton } from '../../features/checkout/payment/pay-order-button.tsx';
import { OrderConfirmation } from '../../features/orders/order-confirmation.tsx';
import { isPaid } from '../../features/orders/order-status.ts';
import { useOrderUntilDecided } from '../../features/orders/orders-queries.ts';

/** `/order-confirmation/:orderId`: one order. Not found and not reachable are two different answers. */
export function OrderConfirmationPage() {
  const { orderId } = useParams();
  const [query] = useSearchParams();
  const order = useOrderUntilDecided(orderId ?? null, query.get('key'));

  if (order.data) {
    return (
      <PageBody width="text">
        <PageMeta title="Order Confirmation" />
        <PageHeading
          title="Order Confirmation"
          subtitle={
            isPaid(order.data.status)
              ? `Thank you, ${order.data.customerName}. Your order is paid.`
              : undefined
          }
        />
        <OrderConfirmation
          order={order.data}
          actions={
            <>
              {order.data.nextStep === 'pay' && !query.has('key') ? (
                <PayOrderButton orderId={order.data.id} size="large" />
              ) : null}
              <LinkButton to="/" variant="secondary" size="large">
                Continue Shopping
              </LinkButton>
            </>
          }
        />
      </PageBody>
    );
  }
  return (
    <PageBody width="text">
      <PageMeta title="Order Confirmation" />
      {order.data === null ? (
        <EmptyState
          as="h1"
          title="Order not found"
          description="No order with this number belongs to you. If you ordered in another browser, sign in or open it there."
          action={<LinkButton to="/">Return to Home</LinkButton>}
        />
      ) : (
        <>
          <PageHeading title="Order Confirmation" />
          {order.isError ? (
            <Notice
              tone="error"
              title="We could not load this order"
              action={
                <Button busy={order.isFetching} onClick={() => order.refetch()}>
                  Try again
                </Button>
              }
            >
              The shop did not answer. Your order is not affected.
            </Notice>
          ) : (
            <Loading label="Loading your order">
              <Skeleton shape="heading" width="half" />
              <Skeleton />
              <Skeleton />
              <Skeleton width="most" />
            </Loading>
          )}
        </>
      )}
    </PageBody>
  );
}
