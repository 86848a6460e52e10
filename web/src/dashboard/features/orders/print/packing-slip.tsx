import type { OrderDetails } from '@contract/admin-orders.ts';
import { isPaid } from '#orders/is-paid.ts';
import { isRefunded } from '../order-money.ts';
import { formatWeight } from './packing-weight.ts';
import { PrintSheet } from './print-sheet.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './print-sheet.module.css';

/** The stamp across the page when the order must not be sent. */
function stampOf(order: OrderDetails['order']): 'UNPAID' | 'REFUNDED' | null {
  if (!isPaid(order)) return 'UNPAID';
  return isRefunded(order.payment) ? 'REFUNDED' : null;
}

/** The parcel's contents and recipient; without prices, for packers and carriers. */
export function PackingSlip({ details }: { details: OrderDetails }) {
  const { order, weights } = details;
  return (
    <PrintSheet
      details={details}
      title="Packing slip"
      party="Deliver to"
      withBoxes
      stamp={stampOf(order)}
      figures={[
        {
          head: 'Weight',
          of: (item) => formatWeight([item], weights),
          total: formatWeight(order.items, weights),
        },
        {
          head: 'Pieces',
          of: ({ quantity }) => quantity,
          total: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
        },
      ]}
      totalLabel="Total"
    >
      <div className={classNames('grid gap-6', styles.signatures)}>
        <p>Packed by, date</p>
        <p>Received in good order by, date</p>
      </div>
    </PrintSheet>
  );
}
