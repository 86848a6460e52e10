import type { OrderDetails } from '@contract/admin-orders.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { weightWords } from './packing-weight.ts';
import { PrintSheet } from './print-sheet.tsx';
import styles from './print-sheet.module.css';

/** What goes into the parcel and to whom; without prices, for whoever packs and carries it. */
export function PackingSlip({ details }: { details: OrderDetails }) {
  const { order, models, weights } = details;
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = weightWords(order.items, weights);
  return (
    <PrintSheet
      title="Packing slip"
      facts={[
        ['Order', `#IC-${orderNumber(order.id)}`],
        ['Ordered', formatDayAndTime(order.createdAt)],
      ]}
    >
      <address className={styles.party}>
        <span className={styles.label}>Deliver to</span>
        <strong>{order.customerName}</strong>
        <span>{order.customerAddress}</span>
        <span>{order.customerPhone}</span>
      </address>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col" className={styles.tick}>
              Packed
            </th>
            <th scope="col">Product</th>
            <th scope="col" className={styles.number}>
              Weight
            </th>
            <th scope="col" className={styles.number}>
              Pieces
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <td>
                <span className={styles.box} />
              </td>
              <th scope="row">
                {item.productName}
                {models[item.productId] ? (
                  <span className={styles.model}>{models[item.productId]}</span>
                ) : null}
              </th>
              <td className={styles.number}>{weightWords([item], weights)}</td>
              <td className={styles.number}>{item.quantity}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              In all
            </th>
            <td className={styles.number}>{total}</td>
            <td className={styles.number}>{pieces}</td>
          </tr>
        </tfoot>
      </table>
      <div className={styles.signatures}>
        <p>Packed by, day</p>
        <p>Received in good order by, day</p>
      </div>
    </PrintSheet>
  );
}
