import { Button, LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { useOrderDetails } from '../order/order-details-query.ts';
import { PackingSlip } from './packing-slip.tsx';
import { Receipt } from './receipt.tsx';

/** An order's packing slip or receipt, ready for the printer. */
export function PrintScreen({ orderId, what }: { orderId: string; what: 'packing-slip' | 'receipt' }) {
  const { data, error, isPending, refetch } = useOrderDetails(orderId);
  const backTo = `/admin/orders/${orderId}`;
  if (isPending) {
    return (
      <Loading label="Loading the order">
        <Skeleton shape="heading" width="half" />
        <Skeleton width="most" />
      </Loading>
    );
  }
  if (data === undefined) {
    return (
      <Notice
        tone="error"
        title="We could not load the order"
        action={<Button onClick={() => refetch()}>Try again</Button>}
      >
        {errorSentence(error)}
      </Notice>
    );
  }
  if (data === null) {
    return (
      <EmptyState
        as="h1"
        title="There is no such order"
        description="The address names none of the shop's orders."
        action={<LinkButton to="/admin/orders">All orders</LinkButton>}
      />
    );
  }
  if (what === 'packing-slip') return <PackingSlip details={data} backTo={backTo} />;
  const isPaid = data.order.status === 'paid' || data.order.status === 'completed';
  if (isPaid && data.payment) return <Receipt details={data} payment={data.payment} backTo={backTo} />;
  return (
    <EmptyState
      as="h1"
      title="There is no receipt"
      description="This order is not paid. A receipt says that money was received."
      action={<LinkButton to={backTo}>Back to the order</LinkButton>}
    />
  );
}
