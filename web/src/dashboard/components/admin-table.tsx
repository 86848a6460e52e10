import type { PageOfRows, RowCursor } from '@contract/admin.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/forms/button.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { type Column, DataTable, type Selection } from '#components/tables/data-table.tsx';
import { classNames } from '#components/page/class-names.ts';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { pageSize, type SqlList } from '../lib/admin-queries.ts';
import type { TableAddress } from '../lib/table-address.ts';
import { Loaded } from './query-state.tsx';
import { type TableFilter, TableFilters } from './table-filters.tsx';
import { formatCount } from '../lib/format-count.ts';

type AdminTableProps<Row, By extends string, Name extends string> = {
  query: UseQueryResult<PageOfRows<Row>>;
  /** The number of rows on all pages, where it is counted. */
  total?: number;
  /** Below the rows of every page and counted with none of them. */
  sumRow?: Row;
  address: TableAddress<By, Name>;
  filters: readonly TableFilter<Name>[];
  /** Called before a filter changes. */
  onFilter?(): void;
  columns: readonly Column<Row>[];
  caption: string;
  /** On a screen narrower than a laptop's, so many rows at first. */
  first?: number;
  rowName?(row: Row): string;
  selection?: Selection;
  /** Of all pages, as filtered and sorted, so that the first 500 can be selected. */
  list?: SqlList<PageOfRows<Row>>;
  /** What the rows are, in the plural: `orders`. */
  noun: string;
  /** The possible reason why no row was found. */
  notFound: string;
  /** Shown in place of that, where there is something to go on with. */
  instead?: ReactNode;
  /** Shown instead of a table that has no rows even without filters. */
  nothingYet?: { title?: string; description?: string; action?: ReactNode };
  /** The heading of the table, with which its line begins. */
  heading: ReactNode;
  /** At the end of that line: where one can go from here, the most important last. */
  actions?: ReactNode;
  /** Below the table: what can be done with all of its rows. */
  foot?: ReactNode;
};

/** As many as can be completed or changed at once. */
const maxSelected = 500;

/** A table of the dashboard with its filters and pages, in all its states: loading, loaded, stale, empty, failed. */
export function AdminTable<Row extends { id: string }, By extends string, Name extends string>({
  query,
  total,
  sumRow,
  address,
  filters,
  onFilter,
  noun,
  notFound,
  instead,
  nothingYet,
  heading,
  actions,
  foot,
  selection,
  list,
  ...table
}: AdminTableProps<Row, By, Name>) {
  const once = useOnce();
  const listed = JSON.stringify(address.filters);
  const nowListed = useLatest(listed);
  const { page, sort, isFiltered, setPage, setSort, clear } = address;
  const nothing =
    isFiltered || !nothingYet
      ? {
          title: `No ${noun} found`,
          description: notFound,
          action: isFiltered ? (
            <Button variant="secondary" onClick={clear}>
              Clear filters
            </Button>
          ) : null,
        }
      : { title: `No ${noun} yet`, ...nothingYet };
  const selectFirst = (count: number) =>
    once(async () => {
      try {
        const { rows } = await (list as NonNullable<typeof list>).read(count);
        // Filtered anew meanwhile, other rows are listed.
        if (nowListed.current !== listed) return;
        selection?.onChange(new Set([...selection.selected, ...rows.map(({ id }) => id)]));
      } catch (error) {
        showToast({
          title: 'Not Selected',
          description: errorSentence(error),
          error,
          tone: 'destructive',
        });
      }
    });
  return (
    <>
      <div className="cluster gap-2">
        {heading}
        <span className="grow" />
        {actions}
      </div>
      <TableFilters filters={filters} address={address} onFilter={onFilter} />
      <Loaded query={query} what={`the ${noun}`} lines={8}>
        {({ rows, after }) => {
          const isNone = rows.length === 0 && page === 1 && !instead;
          return (
            <section className="stack gap-3">
              {rows.length === 0 && page > 1 ? (
                <Notice
                  title={`There is no page ${page}`}
                  action={<Button onClick={() => setPage(1)}>Go to the first page</Button>}
                >
                  There are fewer {noun} than that.
                </Notice>
              ) : rows.length === 0 ? (
                instead
              ) : (
                <DataTable
                  {...table}
                  selection={
                    selection && list && (after || page > 1)
                      ? {
                          ...selection,
                          all: {
                            label: `Select all ${noun}, ${maxSelected} at most`,
                            choose: () => selectFirst(maxSelected),
                          },
                        }
                      : selection
                  }
                  rows={sumRow ? [...rows, sumRow] : rows}
                  rowKey={({ id }) => id}
                  sort={sort}
                  onSort={setSort}
                  isStale={query.isPlaceholderData}
                />
              )}
              <div className={classNames('cluster gap-3', isNone && 'card pad-4')}>
                <p role="status" className="grow quiet tabular">
                  {isNone ? (
                    <>
                      <strong className="block ink">{nothing.title}</strong>
                      {nothing.description}
                    </>
                  ) : rows.length > 0 ? (
                    rangeText((page - 1) * pageSize, rows.length, after === null, noun, total)
                  ) : null}
                </p>
                <IconButton
                  label="Refresh"
                  icon={<RotateCw />}
                  aria-disabled={query.isFetching || undefined}
                  onClick={() => query.refetch()}
                />
                <TablePager page={page} next={after} onPage={setPage} />
                {isNone ? nothing.action : rows.length > 0 || page > 1 ? foot : null}
              </div>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}

type TablePagerProps = {
  page: number;
  /** Behind which row the next page begins; null on the last. */
  next: RowCursor | null;
  onPage(page: number, after?: RowCursor | null): void;
};

/** Buttons for the next and the previous page. */
function TablePager({ page, next, onPage }: TablePagerProps) {
  if (!next && page === 1) return null;
  return (
    <nav aria-label="Pages" className="row gap-3 wrap centered">
      <IconButton
        framed
        label="Previous page"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="tabular">Page {formatCount(page)}</span>
      <IconButton
        framed
        label="Next page"
        icon={<ChevronRight />}
        disabled={!next}
        onClick={() => onPage(page + 1, next)}
      />
    </nav>
  );
}

/** `3 products`; of several pages `1–50 of 100,000 products`, and where they are not counted and there are others, `1–50 of more than 50 products`. */
export function rangeText(
  before: number,
  shown: number,
  isLast: boolean,
  noun: string,
  total?: number,
): string {
  const last = before + shown;
  const all = total ?? (isLast ? last : undefined);
  if (shown === 0) return before === 0 ? `No ${noun}` : '';
  if (all === shown) return `${formatCount(all)} ${all === 1 ? singular(noun) : noun}`;
  const of = all === undefined ? `more than ${formatCount(last)}` : formatCount(all);
  return `${formatCount(before + 1)}–${formatCount(last)} of ${of} ${noun}`;
}

const singular = (noun: string) => (noun === 'people' ? 'person' : noun.replace(/s$/, ''));
