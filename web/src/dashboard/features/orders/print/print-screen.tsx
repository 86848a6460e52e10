import type { OrderDetails } from '@contract/admin-orders.ts';
import { paperAddress } from '@contract/papers.ts';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { LoadFailed, LoadingLines } from '#dashboard/components/query-state.tsx';
import { useManyOrderDetails } from '../order/order-details-query.ts';
import { NoSuchOrder } from '../no-such-order.tsx';
import { isCalledPaid } from '@contract/is-paid.ts';
import { PdfLink } from '#orders/paper-link.tsx';
import { PackingSlip } from './packing-slip.tsx';
import { PrintBar } from './print-sheet.tsx';
import { Receipt } from './receipt.tsx';

type PrintScreenProps = {
  /** For several orders only packing slips are printed, one sheet each. */
  orderIds: readonly string[];
  what: 'packing-slip' | 'receipt';
  /** Of one order: the parcel whose packing slip is printed. */
  parcelId: string | null;
};

/** Packing slips or a receipt, ready for the printer. */
export function PrintScreen({ orderIds, what, parcelId }: PrintScreenProps) {
  const orders = useManyOrderDetails(orderIds);
  const noun = orderIds.length === 1 ? 'the order' : 'the orders';
  const failed = orders.find(({ data, error }) => error && data === undefined);
  if (failed) return <LoadFailed query={failed} what={noun} />;
  if (orders.some(({ isPending }) => isPending)) return <LoadingLines what={noun} lines={2} />;
  const found = orders.map(({ data }) => data).filter((data): data is OrderDetails => !!data);
  const [first] = found;
  if (!first) return <NoSuchOrder as="h1" backTo="/admin/orders" />;
  const back =
    orderIds.length === 1
      ? { to: `/admin/orders/${first.order.id}`, label: 'Back to the order' }
      : { to: '/admin/orders', label: 'All orders' };
  if (what === 'receipt' && !(isCalledPaid(first.order) && first.payments.length > 0)) {
    return (
      <EmptyState
        as="h1"
        title="There is no receipt"
        description="This order is not paid. A receipt confirms that money was received."
        action={<LinkButton to={back.to}>{back.label}</LinkButton>}
      />
    );
  }
  if (parcelId && !first.order.shipments.some(({ id }) => id === parcelId)) {
    return (
      <EmptyState
        as="h1"
        title="This parcel was taken back"
        description="Its pieces are to be sent again."
        action={<LinkButton to={back.to}>{back.label}</LinkButton>}
      />
    );
  }
  return (
    <>
      <PrintBar
        back={back}
        pdf={
          what === 'packing-slip' && found.length === 1 ? (
            <PdfLink address={paperAddress(first.order.id, what, parcelId ?? undefined)}>
              Packing slip (PDF)
            </PdfLink>
          ) : null
        }
      />
      {what === 'receipt' ? (
        <Receipt details={first} />
      ) : (
        found.map((details) => (
          <PackingSlip
            key={details.order.id}
            details={details}
            parcel={details.order.shipments.find(({ id }) => id === parcelId)}
          />
        ))
      )}
    </>
  );
}
