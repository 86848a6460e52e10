import { isOnlyWork } from '@contract/shipments.ts';
import type { OrderDetails, SpecialPrice } from '@contract/admin-orders.ts';
import { awaitedNote } from '@contract/awaited.ts';
import { deliveryTime } from '@contract/delivery-time.ts';
import { Link } from 'react-router-dom';
import { deliveryLabel } from '#orders/delivery-text.ts';
import { deliveryAmount } from '#orders/order-delivery-text.ts';
import { backNote } from '#orders/parcel-text.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { formatKes } from '@contract/money.ts';
import { specialPriceText } from './timeline-text.ts';
import styles from './order-contents.module.css';

/** The ordered items, with their names and prices of that day, and the total. */
export function OrderContents({
  order,
  models,
  specialPrices,
}: Pick<OrderDetails, 'order' | 'models' | 'specialPrices'>) {
  const may = useMay();
  // The roles restore the table semantics that the phone layout removes.
  return (
    <table role="table" className={`table ${styles.contents}`}>
      <caption className="visually-hidden">What was ordered</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Product
          </th>
          <th role="columnheader" scope="col" className="one-line text-end">
            Pieces
          </th>
          <th role="columnheader" scope="col" className="one-line text-end">
            Sum
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {order.items.map((item) => (
          <tr role="row" key={item.id}>
            <th role="rowheader" scope="row">
              {may('products.write') ? (
                <Link to={`/admin/products/${item.productId}`}>{item.productName}</Link>
              ) : (
                item.productName
              )}
              {models[item.productId] ? (
                <span className="block quiet mono">{models[item.productId]}</span>
              ) : null}
              {item.awaited > 0 ? <span className="block strong">{awaitedNote(item)}</span> : null}
              {backNote(item) ? <span className="block strong">{backNote(item)}</span> : null}
              <SpecialPriceLine special={specialPrices[item.productId]} />
            </th>
            <td role="cell" className="one-line text-end">{`${item.quantity} × ${formatKes(item.price)}`}</td>
            <td role="cell" className="one-line text-end">
              {formatKes(item.price * item.quantity)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot role="rowgroup">
        {isOnlyWork(order.items) && !order.delivery.price ? null : (
          <tr role="row" className={styles.delivery}>
            <th role="rowheader" scope="row" colSpan={2}>
              {deliveryLabel(order.delivery)}
              {order.status === 'cancelled' ? null : (
                <span className="block quiet">{deliveryTime(order.delivery)}</span>
              )}
            </th>
            <td role="cell" className="one-line text-end">
              {deliveryAmount(order.delivery)}
            </td>
          </tr>
        )}
        <tr role="row">
          <th role="rowheader" scope="row" colSpan={2}>
            Total
          </th>
          <td role="cell" className="one-line text-end">
            {formatKes(order.totalAmount)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function SpecialPriceLine({ special }: { special: SpecialPrice | undefined }) {
  return special ? <span className="block quiet">{specialPriceText(special)}</span> : null;
}
