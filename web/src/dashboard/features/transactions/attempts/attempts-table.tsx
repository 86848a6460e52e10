import { useMemo } from 'react';
import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useTableAddress } from '../../../lib/table-address.ts';
import { TableScreen } from '../../../components/table-screen.tsx';
import { attemptColumns } from './attempt-columns.tsx';
import { attemptFilterNames, attemptFilterOf } from './attempt-filter.ts';
import { AttemptFilters } from './attempt-filters.tsx';
import { attemptPageSize, useAttemptPage } from './attempt-page-query.ts';
import { ExportAttempts } from './export-attempts.tsx';

/** Every visit to the bank's card page: searched, filtered and counted in Postgres, newest first. */
export function AttemptsTable({ onOpen }: { onOpen(id: string): void }) {
  const address = useTableAddress({
    sorts: ['createdAt'] as const,
    defaultSort: { by: 'createdAt', descending: true },
    filters: attemptFilterNames,
  });
  const filter = attemptFilterOf(address.filters);
  const rows = useAttemptPage(filter, address.page);
  const columns = useMemo(() => attemptColumns(onOpen), [onOpen]);
  return (
    <>
      <AttemptFilters
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
        pageSize={attemptPageSize}
        onPage={address.setPage}
        noun="payments"
        actions={<ExportAttempts filter={filter} total={rows.data?.total ?? 0} />}
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
