import { PageMeta } from '../../../components/page-meta.tsx';
import { OrdersTable } from '../../features/orders/table/orders-table.tsx';

/** `/admin/orders`: every order as a table. */
export function OrdersTab() {
  return (
    <>
      <PageMeta title="Orders, Admin Dashboard" />
      <h2>Orders</h2>
      <OrdersTable />
    </>
  );
}
