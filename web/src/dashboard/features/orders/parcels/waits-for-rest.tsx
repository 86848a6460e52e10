import type { OrderDetails } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { WriteOffDialog } from '../payment/write-off-dialog.tsx';

/** Why nothing of a partly paid order can be sent, and what lets it leave. */
export function WaitsForRest({ details: { order, rest, changing } }: { details: OrderDetails }) {
  const may = useMay();
  const [writingOff, setWritingOff] = useState(0);
  return (
    <section className="stack gap-3 at-start" aria-labelledby="order-parcels">
      <h3 id="order-parcels">Parcels</h3>
      <p>
        {formatCents(rest.dueCents)} is not paid: nothing is sent before it is paid or written off, or the
        order is on account.
      </p>
      <div className="cluster gap-3">
        {may('refunds') ? (
          <Button variant="secondary" onClick={() => setWritingOff(rest.dueCents)}>
            Write It Off
          </Button>
        ) : null}
        {may('orders.special_price') && changing.obstacle === null ? (
          <LinkButton variant="secondary" to={`/admin/orders/${order.id}/change`}>
            Put on Account
          </LinkButton>
        ) : null}
      </div>
      <WriteOffDialog orderId={order.id} cents={writingOff} onClose={() => setWritingOff(0)} />
    </section>
  );
}
