import type { OrderDetails } from '@contract/admin-orders.ts';
import { Button, LinkButton } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../../components/skeleton.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { useManyOrderDetails } from '../order/order-details-query.ts';
import { PackingSlip } from './packing-slip.tsx';
import { PrintBar } from './print-sheet.tsx';
import { Receipt } from './receipt.tsx';

type PrintScreenProps = {
  /** Of several orders only packing slips are printed, a sheet each. */
  orderIds: readonly string[];
  what: 'packing-slip' | 'receipt';
};

/** Packing slips or a receipt, ready for the printer. */
export function PrintScreen({ orderIds, what }: PrintScreenProps) {
  const orders = useManyOrderDetails(orderIds);
  const failed = orders.find(({ data, error }) => error && data === undefined);
  if (failed) {
    return (
      <Notice
        tone="error"
        title="We could not load the order"
        action={
          <Button onClick={() => void Promise.all(orders.map(({ refetch }) => refetch()))}>Try again</Button>
        }
      >
        {errorSentence(failed.error)}
      </Notice>
    );
  }
  if (orders.some(({ isPending }) => isPending)) {
    return (
      <Loading label={orderIds.length === 1 ? 'Loading the order' : 'Loading the orders'}>
        <Skeleton shape="heading" width="half" />
        <Skeleton width="most" />
      </Loading>
    );
  }
  const found = orders.map(({ data }) => data).filter((data): data is OrderDetails => !!data);
  const [first] = found;
  if (!first) {
    return (
      <EmptyState
        as="h1"
        title="There is no such order"
        description="The address names none of the shop's orders."
        action={<LinkButton to="/admin/orders">All orders</LinkButton>}
      />
    );
  }
  const back =
    orderIds.length === 1
      ? { to: `/admin/orders/${first.order.id}`, label: 'Back to the order' }
      : { to: '/admin/orders', label: 'All orders' };
  if (what === 'packing-slip') {
    return (
      <>
        <PrintBar back={back} />
        {found.map((details) => (
          <PackingSlip key={details.order.id} details={details} />
        ))}
      </>
    );
  }
  const isPaid = first.order.status === 'paid' || first.order.status === 'completed';
  if (isPaid && first.payment) {
    return (
      <>
        <PrintBar back={back} />
        <Receipt details={first} payment={first.payment} />
      </>
    );
  }
  return (
    <EmptyState
      as="h1"
      title="There is no receipt"
      description="This order is not paid. A receipt says that money was received."
      action={<LinkButton to={back.to}>{back.label}</LinkButton>}
    />
  );
}
