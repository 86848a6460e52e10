import { useMemo } from 'react';
import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useTableAddress } from '../../../lib/table-address.ts';
import { TableScreen } from '../../../components/table-screen.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionFilterNames, transactionFilterOf } from './transaction-filter.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import { transactionPageSize, useTransactionPage } from './transaction-page-query.ts';
import { ExportTransactions } from './export-transactions.tsx';

/** Every visit to the bank's card page: searched, filtered and counted in Postgres, newest first. */
export function TransactionsTable({ onOpen }: { onOpen(id: string): void }) {
  const address = useTableAddress({
    sorts: ['createdAt'] as const,
    defaultSort: { by: 'createdAt', descending: true },
    filters: transactionFilterNames,
  });
  const filter = transactionFilterOf(address.filters);
  const rows = useTransactionPage(filter, address.page);
  const columns = useMemo(() => transactionColumns(onOpen), [onOpen]);
  return (
    <>
      <TransactionFilters
        filters={address.filters}
        isFiltered={address.isFiltered}
        onChange={address.setFilters}
        onClear={address.clear}
      />
      <TableScreen
        rows={rows}
        caption="Payments, newest first"
        columns={columns}
        rowKey={({ id }) => id}
        page={address.page}
        pageSize={transactionPageSize}
        onPage={address.setPage}
        noun="payments"
        actions={<ExportTransactions filter={filter} total={rows.data?.total ?? 0} />}
        empty={
          address.isFiltered ? (
            <EmptyState
              title="No payment fits"
              description="No visit to the bank's page fits all of these filters."
              action={<Button onClick={address.clear}>Clear filters</Button>}
            />
          ) : (
            <EmptyState
              title="No payments yet"
              description="Every visit of a buyer to the bank's card page will stand here."
            />
          )
        }
      />
    </>
  );
}
