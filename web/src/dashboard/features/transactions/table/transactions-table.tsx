import type { RowCursor } from '@contract/admin.ts';
import { useMemo } from 'react';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionsAsCsv } from './transaction-csv.ts';
import { transactionFilterOf, transactionFilters } from './transaction-filter.ts';
import type { TransactionFilter } from '@contract/admin-transactions.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';

/**
 * Every transaction, that is, every attempt to pay by card. Searched and filtered in Postgres, newest first.
 */
export function TransactionsTable({ onOpen }: { onOpen(id: string): void }) {
  const may = useMay();
  const address = useTableAddress({ filters: transactionFilters });
  const { after } = address;
  const filter = transactionFilterOf(address.filters);
  const query = useAdminRows(['transactions', 'table', filter, after], (signal) =>
    listTransactionPage(filter, pageSize, after, signal),
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
      nothingYet={{ description: 'Card payments and payments that you record are listed here.' }}
      heading={<h3 className="visually-hidden">Payments</h3>}
      foot={
        may('exports') ? (
          <ExportCsv
            noun="payments"
            maxRows={20_000}
            readPart={(from, signal) => listTransactionPage(filter, 1000, from ?? undefined, signal)}
            toCsv={transactionsAsCsv}
          />
        ) : null
      }
    />
  );
}

/** Some of the transactions that match a filter, newest first; searched in Postgres. */
function listTransactionPage(
  filter: TransactionFilter,
  count: number,
  after: RowCursor | number | undefined,
  signal: AbortSignal,
) {
  return callSql('list_transaction_page', { p_filter: filter, p_limit: count, p_after: after }, signal);
}
