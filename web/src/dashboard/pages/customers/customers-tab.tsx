import { PageMeta } from '#components/page/page-meta.tsx';
import { CustomersTable } from '#dashboard/features/customers/customers-table.tsx';

/** `/admin/customers`: everybody who has ordered. */
export function CustomersTab() {
  return (
    <>
      <PageMeta title="Customers, Admin Dashboard" />
      <CustomersTable />
    </>
  );
}
