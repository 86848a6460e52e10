import { formatDayAndTime } from '@contract/nairobi-time.ts';
import type { PickedProduct } from '@contract/shipments.ts';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { orderNumber } from '@contract/order-number.ts';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import styles from './pick-list.module.css';
import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { ordersOfPickList } from './pick-list-address.ts';

/** What is to be taken off the shelves for several orders, by product, ready for the printer. */
export function PickList({ orderIds }: { orderIds: readonly string[] }) {
  const query = useSql('pick_list', { p_order_ids: [...orderIds] }, { refetchOnWindowFocus: false });
  return (
    <Loaded query={query} what="the pick list" lines={4}>
      {(products) => (
        <>
          <div className={`cluster spread gap-3 full ${styles.bar}`}>
            <BackLink to="/admin/orders?status=to-send">Orders to be sent</BackLink>
            <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
              Print
            </Button>
          </div>
          {products.length > 0 ? (
            <PickListSheet products={products} />
          ) : (
            <EmptyState
              title="Nothing is to be packed"
              description="These orders are not paid, or all their pieces are in parcels."
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function PickListSheet({ products }: { products: readonly PickedProduct[] }) {
  const [madeAt] = useState(() => new Date().toISOString());
  const orders = new Set(products.flatMap((product) => product.orders.map(({ id }) => id)));
  return (
    <article className={`stack gap-6 packed full small ${styles.sheet}`} data-print-sheet>
      <header className="stack gap-2">
        <h1 tabIndex={-1}>Pick list</h1>
        <p>{`${counted(orders.size, 'order')}, ${formatDayAndTime(madeAt)}`}</p>
      </header>
      <table className={`ink-line-above ${styles.lines}`}>
        <thead>
          <tr>
            <th scope="col" className={styles.tick}>
              Taken
            </th>
            <th scope="col">Product</th>
            <th scope="col" className={`one-line text-end ${styles.number}`}>
              Pieces
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ productId, productName, model, pieces, orders }) => (
            <tr key={productId}>
              <td>
                <span className={`block ${styles.box}`} />
              </td>
              <th scope="row" className="light">
                {productName}
                {model ? <span className="block quiet mono">{model}</span> : null}
                <span className="block quiet">
                  {orders.map((order) => `${order.pieces} for #${orderNumber(order.id)}`).join(', ')}
                </span>
              </th>
              <td className={`one-line text-end ${styles.number}`}>{pieces}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** `/admin/orders/pick-list?orders=`: what is to be taken off the shelves for these orders, as an A4 sheet. */
export function PickListPage() {
  const [params] = useSearchParams();
  return (
    <>
      <PageMeta title="Pick list" />
      <PickList orderIds={ordersOfPickList(params.get('orders'))} />
    </>
  );
}
