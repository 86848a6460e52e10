import type { TopProduct } from '@contract/admin-overview.ts';
import { Link } from 'react-router-dom';
import { formatKes } from '../../../lib/money.ts';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../lib/order-number.ts';
import { OrderStatusBadge } from '../../components/order-status-badge.tsx';
import type { RecentOrder, ScarceProduct } from './overview-queries.ts';
import { NothingHere } from './panel.tsx';
import styles from './short-lists.module.css';

const count = new Intl.NumberFormat('en-KE');

/** The newest orders, whatever became of them. */
export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  if (orders.length === 0) return <NothingHere>No orders yet.</NothingHere>;
  return (
    <ul className={styles.list}>
      {orders.map(({ id, customerName, totalAmount, status, createdAt }) => (
        <li key={id} className={styles.row}>
          <span className={styles.words}>
            <Link to={`/admin/orders/${id}`} className={styles.link}>
              #{orderNumber(id)}
            </Link>{' '}
            {customerName}
            <span className={styles.quiet}>{formatDayAndTime(createdAt)}</span>
          </span>
          <span className={styles.figures}>
            {formatKes(totalAmount)}
            <OrderStatusBadge status={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What brought in the most money in a period. */
export function TopProducts({ products }: { products: readonly TopProduct[] }) {
  if (products.length === 0) return <NothingHere>Nothing was sold in this period.</NothingHere>;
  return (
    <ol className={styles.list}>
      {products.map(({ id, name, pieces, sales }) => (
        <li key={id} className={styles.row}>
          <span className={styles.words}>
            <Link to={`/admin/products/${id}`} className={styles.link}>
              {name}
            </Link>
          </span>
          <span className={styles.figures}>
            {formatKes(sales)}
            <span className={styles.quiet}>
              {count.format(pieces)} {pieces === 1 ? 'piece' : 'pieces'}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What should be bought in soon. */
export function ScarceProducts({ products }: { products: readonly ScarceProduct[] }) {
  if (products.length === 0) {
    return <NothingHere>Every product on sale has more than 5 pieces on the shelf.</NothingHere>;
  }
  return (
    <ul className={styles.list}>
      {products.map(({ id, name, stock }) => (
        <li key={id} className={styles.row}>
          <span className={styles.words}>
            <Link to={`/admin/products/${id}`} className={styles.link}>
              {name}
            </Link>
          </span>
          <span className={styles.figures}>{stock === 0 ? 'None left' : `${stock} left`}</span>
        </li>
      ))}
    </ul>
  );
}
