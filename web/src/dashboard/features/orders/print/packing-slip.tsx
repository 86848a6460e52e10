import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import { isPaid } from '#orders/is-paid.ts';
import { isRefunded } from '../order-money.ts';
import { itemsToShip } from '../parcels/parcels-to-pack.ts';
import { formatWeight } from './packing-weight.ts';
import { PrintSheet } from './print-sheet.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './print-sheet.module.css';

/** The stamp across the page when the order must not be sent. */
function stampOf(order: OrderDetails['order']): 'UNPAID' | 'REFUNDED' | null {
  if (!isPaid(order)) return 'UNPAID';
  return isRefunded(order.payment) ? 'REFUNDED' : null;
}

type PackingSlipProps = {
  details: OrderDetails;
  /** Without one, what is in no parcel yet; once nothing is left, the whole order. */
  parcel?: Shipment | undefined;
};

/** The contents of a parcel, or of a whole order, and the recipient; without prices, for packers and carriers. */
export function PackingSlip({ details: whole, parcel }: PackingSlipProps) {
  const details = { ...whole, order: { ...whole.order, items: itemsOn(whole, parcel) } };
  const { order, weights } = details;
  return (
    <PrintSheet
      details={details}
      title="Packing slip"
      facts={parcel ? factsOf(parcel) : []}
      noteOf={({ id }) => parcel?.lines.find(({ itemId }) => itemId === id)?.serials.join(', ')}
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

/** The items of an order that are on its slip, with the quantities there. */
function itemsOn(whole: OrderDetails, parcel: Shipment | undefined): OrderDetails['order']['items'] {
  const { items } = whole.order;
  const lines: { itemId: string; quantity: number }[] = parcel
    ? parcel.lines
    : itemsToShip(whole).map(({ itemId, left }) => ({ itemId, quantity: left }));
  if (lines.length === 0) return items;
  return items.flatMap((item) => {
    const line = lines.find(({ itemId }) => itemId === item.id);
    return line ? [{ ...item, quantity: line.quantity }] : [];
  });
}

function factsOf({ carrier, waybill }: Shipment): [string, string][] {
  const facts: [string, string | null][] = [
    ['Carrier', carrier],
    ['Waybill', waybill],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
