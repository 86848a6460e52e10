import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/orders`: every order as a table. */
export function OrdersTab() {
  return (
    <>
      <PageMeta title="Orders, Admin Dashboard" />
      <h2>Orders</h2>
    </>
  );
}
