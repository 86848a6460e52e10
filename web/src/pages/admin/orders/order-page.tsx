import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/orders/:id`: one order and everything that happened to it. */
export function AdminOrderPage() {
  return (
    <>
      <PageMeta title="Order, Admin Dashboard" />
      <h2>Order</h2>
    </>
  );
}
