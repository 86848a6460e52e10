import { Link } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { OrdersTable } from '#dashboard/features/orders/table/orders-table.tsx';

/** `/admin/orders`: every order as a table. */
export function OrdersTab() {
  return (
    <>
      <PageMeta title="Orders, Admin Dashboard" />
      <div className="cluster spread gap-3">
        <h2>Orders</h2>
        <Link to="/admin/orders/holds">Pieces on hold</Link>
      </div>
      <OrdersTable />
    </>
  );
}
