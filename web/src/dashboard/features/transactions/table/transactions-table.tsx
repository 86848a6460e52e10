import { useMemo } from 'react';
import { EmptyState } from '#components/page/empty-state.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionsAsCsv } from './transaction-csv.ts';
import { transactionFilterOf, transactionFilters } from './transaction-filter.ts';
import { listTransactionPage } from './transaction-page-query.ts';

/**
 * Every transaction, that is, every attempt to pay by card. Searched, filtered and counted in Postgres, newest first.
 */
export function TransactionsTable({ onOpen }: { onOpen(id: string): void }) {
  const address = useTableAddress({
    sorts: ['createdAt'] as const,
    defaultSort: { by: 'createdAt', descending: true },
    filters: transactionFilters,
  });
  const { page } = address;
  const filter = transactionFilterOf(address.filters);
  const query = useAdminRows(['transactions', 'table', filter, page], (signal) =>
    listTransactionPage({ filter, page, pageSize }, signal),
  );
  const columns = useMemo(() => transactionColumns(onOpen), [onOpen]);
  return (
    <AdminTable
      query={query}
      address={address}
      filters={transactionFilters}
      caption="Payments, newest first"
      noun="payments"
      columns={columns}
      notFound="No payment matches all of these filters."
      emptyPanel={
        <EmptyState
          title="No payments yet"
          description="Every visit of a buyer to the bank's card page will be listed here."
        />
      }
      actions={
        <ExportCsv
          noun="payments"
          total={query.data?.total ?? 0}
          maxRows={20_000}
          readPart={async (after: number | null, signal) => {
            const next = (after ?? 0) + 1;
            const { rows } = await listTransactionPage({ filter, page: next, pageSize: 1000 }, signal);
            return { rows, after: rows.length < 1000 ? null : next };
          }}
          toCsv={transactionsAsCsv}
        />
      }
    />
  );
}
