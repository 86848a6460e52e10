import { useParams } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { orderNumber } from '@contract/order-number.ts';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { ChangeOrder } from '#dashboard/features/orders/change/change-order.tsx';
import { NoSuchOrder } from '#dashboard/features/orders/no-such-order.tsx';
import { useOrderDetails } from '#dashboard/features/orders/order/order-details-query.ts';

/** `/admin/orders/:id/change`: an order that is not sent is changed by staff. */
export function ChangeOrderPage() {
  const { id = '' } = useParams();
  return (
    <div className="stack gap-4">
      <PageMeta title={`Change Order #${orderNumber(id)}, Admin Dashboard`} />
      <BackLink to={`/admin/orders/${id}`}>The order</BackLink>
      <h2>{`Change order #${orderNumber(id)}`}</h2>
      <Loaded query={useOrderDetails(id)} what="the order">
        {(details) =>
          details === null ? <NoSuchOrder backTo="/admin/orders" /> : <ChangeOrder details={details} />
        }
      </Loaded>
    </div>
  );
}
