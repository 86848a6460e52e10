import type { AdminOrder, AdminProduct } from '@contract/admin.ts';
import type { TopProduct } from '@contract/admin-overview.ts';
import type { ReactNode } from 'react';
import { formatKes } from '@contract/money.ts';
import { formatDayAndTime, formatWeekday } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import { orderNumber } from '@contract/order-number.ts';
import type { StatusToShow } from '@contract/orders.ts';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { classNames } from '#components/page/class-names.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './short-lists.module.css';

type ListedOrder = Pick<AdminOrder, 'id' | 'customerName' | 'totalAmount' | 'createdAt'> &
  StatusToShow & {
    /** `YYYY-MM-DD`, of those that are to be sent. */
    deliverBy?: string | null;
  };

/** Some orders, with their status where it differs. */
export function ShortOrders({
  orders,
  isPaid = false,
}: {
  orders: readonly ListedOrder[];
  isPaid?: boolean;
}) {
  return (
    <ul className="stack small tight">
      {orders.map((order) => (
        <Line
          key={order.id}
          to={`/admin/orders/${order.id}`}
          name={`#${orderNumber(order.id)}`}
          more={
            <>
              {' '}
              {order.customerName}
              <p className="muted">
                {order.deliverBy
                  ? `promised by ${formatWeekday(order.deliverBy)}`
                  : formatDayAndTime(order.createdAt)}
              </p>
            </>
          }
        >
          {formatKes(order.totalAmount)}
          {isPaid ? null : <OrderStatusBadge of={order} />}
        </Line>
      ))}
    </ul>
  );
}

/** The products with the highest sales in a period. */
export function TopProducts({ products }: { products: readonly TopProduct[] }) {
  const mayOpen = useMay()('products.write');
  return (
    <ol className="stack small tight">
      {products.map(({ id, name, pieces, sales }) => (
        <Line key={id} to={mayOpen ? `/admin/products/${id}` : null} name={name}>
          {formatKes(sales)}
          <span className="muted">{counted(pieces, 'piece')}</span>
        </Line>
      ))}
    </ol>
  );
}

/** Products to restock soon. */
export function ScarceProducts({
  products,
}: {
  products: readonly Pick<AdminProduct, 'id' | 'name' | 'stock'>[];
}) {
  const mayOpen = useMay()('products.write');
  return (
    <ul className="stack small tight">
      {products.map(({ id, name, stock }) => (
        <Line key={id} to={mayOpen ? `/admin/products/${id}` : null} name={name}>
          {stock === 0 ? 'None left' : `${stock} left`}
        </Line>
      ))}
    </ul>
  );
}

function Line({
  to,
  name,
  more,
  children,
}: {
  /** Null where the page is not for this person. */
  to: string | null;
  name: string;
  more?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={classNames('anchor grid gap-3 line-below pad-y-2', styles.row)}>
      <div className="narrow">
        {to === null ? (
          <strong>{unbroken(name)}</strong>
        ) : (
          <Link to={to} className={classNames('strong ink', styles.link)}>
            {unbroken(name)}
          </Link>
        )}
        {more}
      </div>
      <span className={classNames('stack gap-0 tabular text-end', styles.figures)}>{children}</span>
    </li>
  );
}
