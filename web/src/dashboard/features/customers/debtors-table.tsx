import { debtAges, type Debtor } from '@contract/debts.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import type { Column } from '#components/tables/data-table.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { moneyColumn } from '#dashboard/components/money-column.tsx';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { certificateAwaited } from '#orders/earlier-payments-text.ts';

const columns: Column<Debtor>[] = [
  {
    header: 'Customer',
    onPhone: 'name',
    width: 'rest',
    opens: true,
    cell: ({ id, name }) =>
      id === '' ? (
        <strong>{name}</strong>
      ) : (
        <Link to={`/admin/customers/${id}/statement`} className="strong">
          {name}
        </Link>
      ),
  },
  {
    header: 'Owed',
    onPhone: 'figure',
    align: 'end',
    cell: ({ owed, expectedCents }) => (
      <>
        <strong>{formatCents(owed.cents)}</strong>
        {expectedCents ? (
          <span className="block quiet">{`${certificateAwaited}: ${formatCents(expectedCents)}`}</span>
        ) : null}
      </>
    ),
  },
  { header: 'Oldest due day', align: 'end', onPhone: 'line', cell: ({ since }) => since && formatDay(since) },
  ...debtAges.map((header, age) => moneyColumn<Debtor>(header, ({ owed }) => owed.ages[age] ?? 0)),
];

const list = sqlList('list_debtors', {});

/** The customers who owe for goods that left, by how late it is. */
export function DebtorsTable() {
  const address = useTableAddress({ filters: [] });
  const query = useRows(list, address.after);
  const owed = query.data?.total ?? undefined;
  return (
    <AdminTable
      query={query}
      sumRow={owed && { id: '', name: 'All customers', owed, since: '', expectedCents: owed.expectedCents }}
      address={address}
      filters={[]}
      caption="Who owes us, the largest sum first"
      heading={
        <>
          <h2>Who Owes Us</h2>
          <p className="quiet">
            For goods that left. What is paid in part and not sent is among the{' '}
            <Link to="/admin/orders?status=owed">orders to be paid</Link>.
          </p>
        </>
      }
      noun="debts"
      columns={columns}
      notFound=""
      nothingYet={{ title: 'Nobody owes us', description: 'Every order whose goods left is paid.' }}
    />
  );
}
