import type { OrderItem } from '@contract/orders.ts';
import { Link } from 'react-router-dom';
import { formatKes } from '../../../lib/money.ts';
import { productPath } from '../../lib/product-path.ts';
import styles from './order-items.module.css';

/** What was ordered, with the names and prices of that day. */
export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <Link to={productPath(item.productId)}>{item.productName}</Link>
          <span className={styles.count}>
            {item.quantity} × {formatKes(item.price)}
          </span>
          <span className={styles.sum}>{formatKes(item.quantity * item.price)}</span>
        </li>
      ))}
    </ul>
  );
}
