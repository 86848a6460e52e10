import { BackLink } from '#dashboard/components/back-link.tsx';
import { QuotationsTable } from '#dashboard/features/orders/quotations/quotations-table.tsx';

/** `/admin/orders/quotations`: every quotation as a table. */
export function QuotationsPage() {
  return (
    <>
      <BackLink to="/admin/orders">Orders</BackLink>
      <QuotationsTable />
    </>
  );
}
