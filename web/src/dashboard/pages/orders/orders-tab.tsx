import { PageMeta } from '#components/page/page-meta.tsx';
import { OrdersTable } from '#dashboard/features/orders/table/orders-table.tsx';

/** `/admin/orders`: every order as a table. */
export function OrdersTab() {
  return (
    <>
      <PageMeta title="Orders, Admin Dashboard" />
      <OrdersTable />
    </>
  );
}
