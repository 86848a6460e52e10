import type { CustomerRow } from '@contract/admin-customers.ts';
import { Link } from 'react-router-dom';
import type { Column } from '#components/tables/data-table.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import type { TableFilter } from '#dashboard/components/table-filters.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { useCustomers } from './customer-queries.ts';

const filters: readonly TableFilter<'q'>[] = [
  { name: 'q', kind: 'search', label: 'Name, phone, e-mail, town or KRA PIN' },
];

const columns: Column<CustomerRow>[] = [
  {
    header: 'Name',
    onPhone: 'title',
    cell: ({ id, name, company }) => (
      <>
        <Link to={`/admin/customers/${id}`} className="inline-row strong">
          {company?.name ?? name}
        </Link>
        {company ? <span className="quiet">{` ${name}`}</span> : null}
      </>
    ),
  },
  { header: 'Phone', onPhone: 'below', cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a> },
  { header: 'E-mail', onPhone: 'hidden', cell: ({ email }) => <span className="breaks">{email}</span> },
  { header: 'Address', onPhone: 'hidden', cell: ({ address }) => <span className="clamp">{address}</span> },
  { header: 'Orders', onPhone: 'figure', align: 'end', cell: ({ orders }) => formatCount(orders) },
  { header: 'Ordered', onPhone: 'state', cell: ({ orderedAt }) => <Moment at={orderedAt} /> },
];

/** The buyers of orders, guests too, found by what they typed. */
export function CustomersTable() {
  const address = useTableAddress({ filters });
  const query = useCustomers(address);
  return (
    <>
      <AdminTable
        query={query}
        address={address}
        filters={filters}
        caption="Customers"
        heading={<h2>Customers</h2>}
        noun="customers"
        columns={columns}
        notFound="No order has all of these words in the name, phone, e-mail, address or KRA PIN of its buyer."
        nothingYet={{ description: 'The buyer of the first order will be listed here.' }}
      />
      {query.data?.isCut ? (
        <p className="muted">These are the buyers of the latest 2,000 orders. Search for an older one.</p>
      ) : null}
    </>
  );
}
