import type { OrderDetails } from '@contract/admin-orders.ts';
import { formatKes } from '../../../lib/money.ts';
import { Link } from 'react-router-dom';
import styles from './order-contents.module.css';

/** What was ordered, with the names and prices of that day, and the total. */
export function OrderContents({ order, models }: Pick<OrderDetails, 'order' | 'models'>) {
  return (
    <table className={styles.contents}>
      <caption className={styles.caption}>What was ordered</caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className={styles.number}>
            Pieces
          </th>
          <th scope="col" className={styles.number}>
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <Link to={`/admin/products/${item.productId}`}>{item.productName}</Link>
              {models[item.productId] ? <span className={styles.model}>{models[item.productId]}</span> : null}
            </th>
            <td className={styles.number}>{`${item.quantity} × ${formatKes(item.price)}`}</td>
            <td className={styles.number}>{formatKes(item.price * item.quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td className={styles.number}>{formatKes(order.totalAmount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
