import type { CustomerRow } from '@contract/admin-customers.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import type { TableFilter } from '#dashboard/components/table-filters.tsx';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { NewOnAccount } from './customer-terms.tsx';

const filters: readonly TableFilter<'q'>[] = [
  { name: 'q', kind: 'search', label: 'Name, phone, e-mail, town or KRA PIN' },
];

const columns: Column<CustomerRow>[] = [
  {
    header: 'Name',
    onPhone: 'name',
    width: 'rest',
    opens: true,
    cell: ({ id, name, company }) => (
      <>
        <Link to={`/admin/customers/${id}`} className="strong">
          {company?.name ?? name}
        </Link>
        {company ? <span className="quiet light">{` ${name}`}</span> : null}
      </>
    ),
  },
  { header: 'Phone', cell: ({ phone }) => phone && <a href={`tel:${phone}`}>{phone}</a> },
  { header: 'E-mail', from: 'wide', width: 'limited', cell: ({ email }) => email },
  { header: 'Address', from: 'wide', width: 'limited', cell: ({ address }) => address },
  {
    header: 'Orders',
    onPhone: 'line',
    align: 'end',
    cell: ({ orders }) => (
      <>
        {formatCount(orders)}
        <span className={cells.unit}>{orders === 1 ? ' order' : ' orders'}</span>
      </>
    ),
  },
  {
    header: 'Ordered',
    onPhone: 'line',
    cell: ({ orderedAt }) =>
      orderedAt ? (
        <>
          <span className={cells.unit}>last </span>
          <Moment at={orderedAt} />
        </>
      ) : (
        'on account'
      ),
  },
];

/** The buyers of orders, guests too, found by what they typed, and organisations with terms for their first one. */
export function CustomersTable() {
  const address = useTableAddress({ filters });
  const query = useRows(sqlList('find_customers', { p_search: address.filters.q }), address.after);
  const may = useMay();
  const [isAgreeing, setIsAgreeing] = useState(false);
  return (
    <>
      <AdminTable
        query={query}
        address={address}
        filters={filters}
        caption="Customers"
        heading={<h2>Customers</h2>}
        actions={
          may('orders.special_price') ? (
            <Button variant="secondary" onClick={() => setIsAgreeing(true)}>
              New on Account
            </Button>
          ) : null
        }
        noun="customers"
        columns={columns}
        notFound="No order has all of these words in the name, phone, e-mail, address or KRA PIN of its buyer."
        nothingYet={{ description: 'The buyer of the first order will be listed here.' }}
      />
      {isAgreeing ? <NewOnAccount onClose={() => setIsAgreeing(false)} /> : null}
      {query.data?.isCut ? (
        <p className="muted">These are the buyers of the latest 2,000 orders. Search for an older one.</p>
      ) : null}
    </>
  );
}
