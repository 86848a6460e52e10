import type { OrderItem } from '@contract/orders.ts';
import { formatKes } from '../../../lib/money.ts';
import styles from './order-items.module.css';

/** What was ordered, with the names and prices of that day. */
export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <span>{item.productName}</span>
          <span className={styles.count}>
            {item.quantity} × {formatKes(item.price)}
          </span>
          <span className={styles.sum}>{formatKes(item.quantity * item.price)}</span>
        </li>
      ))}
    </ul>
  );
}
