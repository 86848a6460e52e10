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
 * Every transaction, that is, every attempt to pay by card. Searched, filtered and counted in Postgres, newest first.
 */
export function TransactionsTable({ onOpen }: { onOpen(id: string): void }) {
  const may = useMay();
  const address = useTableAddress({ filters: transactionFilters });
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
      nothingYet={{ description: 'Card payments and payments that you record are listed here.' }}
      heading={<h3>Payments</h3>}
      foot={
        may('exports') ? (
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
        ) : null
      }
    />
  );
}

type TransactionPageQuery = { filter: TransactionFilter; page: number; pageSize: number };

/** One page of the transactions that match a filter, newest first; searched and counted in Postgres. */
function listTransactionPage({ filter, page, pageSize }: TransactionPageQuery, signal: AbortSignal) {
  return callSql('list_transaction_page', { p_filter: filter, p_page: page, p_page_size: pageSize }, signal);
}
