import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PayOrderButton } from '#storefront/features/checkout/payment/pay-order-button.tsx';
import { OpenOrdersBanner } from '#storefront/features/orders/open/open-orders-banner.tsx';
import { useBankCheck, useOpenOrders } from '#storefront/features/orders/open/open-orders-queries.ts';

export type OpenOrdersPanelProps = {
  className?: string;
  /** Called when a link to another page is followed. */
  onLeave?: () => void;
};

/** The banner with its data: the orders, and the checkout's pay button. */
export function OpenOrdersPanel({ className, onLeave }: OpenOrdersPanelProps) {
  const query = useOpenOrders();
  const { data: orders = [] } = query;
  // If the query fails, they are shown as the shop knew them last: before a payment the server asks the bank anyway.
  const isChecking = useBankCheck(orders.map((order) => ({ ...order, payment: order })));
  if (query.isError) {
    return (
      <div className={className}>
        <Notice
          tone="warning"
          error={query.error}
          action={
            <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          We could not check whether an order of yours still waits for a payment.
        </Notice>
      </div>
    );
  }
  if (orders.length === 0) return null;
  return (
    <div className={className}>
      <OpenOrdersBanner
        orders={orders}
        isChecking={isChecking}
        onLeave={onLeave}
        renderPay={({ id }) => <PayOrderButton orderId={id} label="Pay" variant="secondary" />}
      />
    </div>
  );
}
