import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/forms/button.tsx';
import { type Column, DataTable, type Selection } from '#components/tables/data-table.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Notice } from '#components/page/notice.tsx';
import { type PageOfRows, pageSize } from '../lib/admin-queries.ts';
import type { TableAddress } from '../lib/table-address.ts';
import { Loaded } from './query-state.tsx';
import { type TableFilter, TableFilters } from './table-filters.tsx';
import { rangeText, TablePager } from './table-pager.tsx';

type AdminTableProps<Row, By extends string, Name extends string> = {
  query: UseQueryResult<PageOfRows<Row>>;
  address: TableAddress<By, Name>;
  filters: readonly TableFilter<Name>[];
  /** Called before a filter changes. */
  onFilter?(): void;
  columns: readonly Column<Row>[];
  caption: string;
  rowName?(row: Row): string;
  selection?: Selection;
  /** What the rows are, in the plural: `orders`. */
  noun: string;
  /** The possible reason why no row was found. */
  notFound: string;
  /** Shown instead of a table that has no rows even without filters. */
  emptyPanel?: ReactNode;
  /** Shown beside the count: actions on the listed rows. */
  actions?: ReactNode;
};

/** A table of the dashboard with its filters and pages, in all its states: loading, loaded, stale, empty, failed. */
export function AdminTable<Row extends { id: string }, By extends string, Name extends string>({
  query,
  address,
  filters,
  onFilter,
  noun,
  notFound,
  emptyPanel,
  actions,
  ...table
}: AdminTableProps<Row, By, Name>) {
  const { page, sort, isFiltered, setPage, setSort, clear } = address;
  const empty =
    isFiltered || !emptyPanel ? (
      <EmptyState
        title={`No ${noun} found`}
        description={notFound}
        action={
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        }
      />
    ) : (
      emptyPanel
    );
  return (
    <>
      <TableFilters filters={filters} address={address} onFilter={onFilter} />
      <Loaded query={query} what={`the ${noun}`} lines={8}>
        {({ rows, total }) => (
          <section className="stack gap-3">
            <div className="cluster gap-3">
              <p role="status" className="quiet tabular grow">
                {rangeText(page, pageSize, total, noun)}
              </p>
              {actions}
              <Button
                variant="quiet"
                icon={<RotateCw aria-hidden="true" />}
                busy={query.isFetching}
                onClick={() => query.refetch()}
              >
                Refresh
              </Button>
            </div>
            {rows.length === 0 && total > 0 ? (
              <Notice
                title={`There is no page ${page}`}
                action={<Button onClick={() => setPage(1)}>Go to the first page</Button>}
              >
                There are fewer {noun} than that.
              </Notice>
            ) : total === 0 ? (
              empty
            ) : (
              <DataTable
                {...table}
                rows={rows}
                rowKey={({ id }) => id}
                sort={sort}
                onSort={setSort}
                isStale={query.isPlaceholderData}
              />
            )}
            <TablePager page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </section>
        )}
      </Loaded>
    </>
  );
}
