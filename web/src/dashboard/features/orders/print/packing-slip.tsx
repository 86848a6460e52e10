import type { OrderDetails } from '@contract/admin-orders.ts';
import { slipItems, slipStamp } from '@contract/packing-slip.ts';
import type { Shipment } from '@contract/shipments.ts';
import { formatWeight } from '@contract/weight.ts';
import { PrintSheet } from './print-sheet.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './print-sheet.module.css';

type PackingSlipProps = {
  details: OrderDetails;
  /** Without one, what is in no parcel yet; once nothing is left, the whole order. */
  parcel?: Shipment | undefined;
};

/** The contents of a parcel, or of a whole order, and the recipient; without prices, for packers and carriers. */
export function PackingSlip({ details: whole, parcel }: PackingSlipProps) {
  const items = slipItems(whole, parcel);
  const details = { ...whole, order: { ...whole.order, items } };
  const { weights } = whole;
  return (
    <PrintSheet
      details={details}
      title="Packing slip"
      facts={parcel ? factsOf(parcel) : []}
      noteOf={({ id }) => items.find((item) => item.id === id)?.serials.join(', ')}
      party="Deliver to"
      withBoxes
      stamp={slipStamp(whole)}
      figures={[
        {
          head: 'Weight',
          of: (item) => formatWeight([item], weights),
          total: formatWeight(items, weights),
        },
        {
          head: 'Pieces',
          of: ({ quantity }) => quantity,
          total: items.reduce((sum, { quantity }) => sum + quantity, 0),
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

function factsOf({ carrier, waybill }: Shipment): [string, string][] {
  const facts: [string, string | null][] = [
    ['Carrier', carrier],
    ['Waybill', waybill],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
