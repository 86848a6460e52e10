import type { OrderDelivery, OrderItem } from '@contract/orders.ts';
import { awaitedNote } from '@contract/awaited.ts';
import { Link } from 'react-router-dom';
import { deliveryLabel } from '#orders/delivery-text.ts';
import { backNote } from '#orders/parcel-text.ts';
import { formatKes } from '@contract/money.ts';
import { productPath } from '#storefront/lib/product-path.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './order-items.module.css';

/** A line as it is shown; of one that is only quoted nothing is awaited. */
type ShownItem = Pick<OrderItem, 'id' | 'productId' | 'productName' | 'quantity' | 'price'> &
  Partial<OrderItem>;

type OrderItemsProps = { items: readonly ShownItem[]; delivery: OrderDelivery };

const nothingAwaited = { awaited: 0, toOrder: null, expectedFrom: null, expectedTo: null };

/** The ordered items, with their names and prices of that day, and the delivery if it is part of the total. */
export function OrderItems({ items, delivery }: OrderItemsProps) {
  return (
    <ul className="stack divided">
      {items.map((item) => (
        <li key={item.id} className={`grid gap-4 gap-y-0 pad-y-2 tabular ${styles.item}`}>
          <span>
            <Link to={productPath(item.productId)}>{unbroken(item.productName)}</Link>
            {item.awaited ? (
              <span className="block small strong">{awaitedNote({ ...nothingAwaited, ...item })}</span>
            ) : null}
            {backNote(item) ? <span className="block small strong">{backNote(item)}</span> : null}
          </span>
          <span className={`muted ${styles.count}`}>
            {item.quantity} × {formatKes(item.price)}
          </span>
          <span className={`strong ${styles.sum}`}>{formatKes(item.quantity * item.price)}</span>
        </li>
      ))}
      {delivery.price === null ? null : (
        <li className={`grid gap-4 gap-y-0 pad-y-2 tabular ${styles.item}`}>
          <span>{deliveryLabel(delivery)}</span>
          <span className={`strong ${styles.sum}`}>
            {delivery.price === 0 ? 'Free' : formatKes(delivery.price)}
          </span>
        </li>
      )}
    </ul>
  );
}
