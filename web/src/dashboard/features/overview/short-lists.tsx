import type { AdminOrder, AdminProduct } from '@contract/admin.ts';
import type { OrderRow } from '@contract/admin-orders.ts';
import type { TopProduct } from '@contract/admin-overview.ts';
import type { ReactNode } from 'react';
import { formatKes } from '@contract/money.ts';
import { formatDay, formatWeekday, nairobiDay } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import { orderNumber } from '@contract/order-number.ts';
import { buyerText } from '#orders/company-text.ts';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './short-lists.module.css';

/** The rows of orders to send, each with the day of its promise. */
export const OrdersToSend = ({ orders, icon }: { orders: readonly OrderRow[]; icon: ReactNode }) =>
  orders.map(({ id, totalAmount, createdAt, deliverBy, lateSince, isWorkLeft, ...of }) => (
    <Line
      key={id}
      icon={icon}
      to={`/admin/orders/${id}`}
      name={`${isWorkLeft ? 'Work for' : 'Send'}\u00a0#${orderNumber(id)}`}
      more={buyerText(of)}
    >
      <span className={`${styles.day} ${lateSince ? 'bad strong' : 'quiet'}`}>
        {lateSince
          ? `late: ${formatWeekday(lateSince)}`
          : deliverBy && !isWorkLeft
            ? `deliver by ${formatWeekday(deliverBy)}`
            : `since ${formatWeekday(nairobiDay(createdAt))}`}
      </span>
      <span>{formatKes(totalAmount)}</span>
    </Line>
  ));

/** Some orders, with their status. */
export function ShortOrders({ orders }: { orders: readonly AdminOrder[] }) {
  return (
    <ul className="divided">
      {orders.map((order) => (
        <Line
          key={order.id}
          to={`/admin/orders/${order.id}`}
          name={`#${orderNumber(order.id)}`}
          more={
            <>
              {buyerText(order)} <span className={`quiet ${styles.time}`}>{formatDay(order.createdAt)}</span>
            </>
          }
        >
          <OrderStatusBadge of={order} />
          <span>{formatKes(order.totalAmount)}</span>
        </Line>
      ))}
    </ul>
  );
}

/** The products with the highest sales in a period. */
export function TopProducts({ products }: { products: readonly TopProduct[] }) {
  const mayOpen = useMay()('products.write');
  return (
    <ol className="divided">
      {products.map(({ id, name, pieces, sales }) => (
        <Line key={id} to={mayOpen ? `/admin/products/${id}` : null} name={name}>
          <span className="quiet">{counted(pieces, 'piece')}</span>
          <span>{formatKes(sales)}</span>
        </Line>
      ))}
    </ol>
  );
}

/** Products to restock: how many are out, if that is known, and the first of those that run out: the pieces that are free. */
export function ScarceProducts({
  products,
  out,
}: {
  products: readonly Pick<AdminProduct, 'id' | 'name' | 'stock' | 'held'>[];
  out: number | undefined;
}) {
  const mayOpen = useMay()('products.write');
  return (
    <ul className="divided">
      {out === 0 ? null : (
        <Line
          to="/admin/products?state=active&stock=out"
          name={out ? `${formatCount(out)} out of stock` : 'Out of stock'}
        />
      )}
      {products.map(({ id, name, stock, held }) => (
        <Line key={id} to={mayOpen ? `/admin/products/${id}` : null} name={name}>
          {`${Math.max(stock - held, 0)} left${held > 0 ? `, ${formatCount(held)} held` : ''}`}
        </Line>
      ))}
    </ul>
  );
}

type LineProps = {
  /** Of what is to be done. */
  icon?: ReactNode;
  /** Null where the page is not for this person. */
  to: string | null;
  name: string;
  more?: ReactNode;
  /** At the end, on a phone below each other, the last first. */
  children?: ReactNode;
};

/** A row of a list, as high as a finger. */
export function Line({ icon, to, name, more, children }: LineProps) {
  return (
    <li className={`anchor row gap-3 small tight ${styles.row}`}>
      {icon}
      <span className="flex wrap gap-2 gap-y-0 grow narrow">
        {to === null ? (
          <strong>{unbroken(name)}</strong>
        ) : (
          <Link to={to} className={`strong ink plain-link ${styles.link}`}>
            {unbroken(name)}
          </Link>
        )}
        {more ? <span>{more}</span> : null}
      </span>
      <span className={`row rigid gap-3 gap-y-0 tabular text-end ${styles.figures}`}>{children}</span>
    </li>
  );
}
