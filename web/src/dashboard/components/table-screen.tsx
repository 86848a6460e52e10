import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable, type Selection } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { errorSentence } from '../../lib/error-sentence.ts';
import { rangeWords, TablePager } from './table-pager.tsx';
import styles from './table-screen.module.css';
import type { PageOfRows } from '../lib/use-admin-rows.ts';

type TableScreenProps<Row> = {
  rows: UseQueryResult<PageOfRows<Row>>;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  rowName?(row: Row): string;
  sort?: { by: string; descending: boolean };
  onSort?(by: string): void;
  selection?: Selection;
  page: number;
  pageSize: number;
  onPage(page: number): void;
  /** What the rows are, in the plural. */
  noun: string;
  /** Stands in for a table without rows. */
  empty: ReactNode;
  /** Beside the count: actions on what is listed. */
  actions?: ReactNode;
};

/** A table of the dashboard in all its states: coming, there, growing old, empty, not to be had. */
export function TableScreen<Row>({
  rows: query,
  page,
  pageSize,
  onPage,
  noun,
  empty,
  actions,
  ...table
}: TableScreenProps<Row>) {
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = query;
  if (isPending) {
    return (
      <Loading label={`Loading the ${noun}`}>
        <div className={styles.coming}>
          {Array.from({ length: 8 }, (_, line) => (
            <Skeleton key={line} width={line % 3 === 2 ? 'most' : 'full'} />
          ))}
        </div>
      </Loading>
    );
  }
  const failure = error ? (
    <Notice
      tone="error"
      title={`We could not load the ${noun}`}
      action={<Button onClick={() => refetch()}>Try again</Button>}
    >
      {errorSentence(error)}
      {data ? ' What you see below is from before.' : ''}
    </Notice>
  ) : null;
  if (!data) return failure;
  const isBeyond = data.rows.length === 0 && data.total > 0;
  return (
    <section className={styles.screen}>
      {failure}
      <div className={styles.bar}>
        <p role="status" className={styles.count}>
          {rangeWords(page, pageSize, data.total, noun)}
        </p>
        {actions}
        <Button
          variant="quiet"
          icon={<RotateCw aria-hidden="true" />}
          busy={isFetching}
          onClick={() => refetch()}
        >
          Refresh
        </Button>
      </div>
      {isBeyond ? (
        <Notice
          tone="info"
          title={`There is no page ${page}`}
          action={<Button onClick={() => onPage(1)}>To the first page</Button>}
        >
          There are fewer {noun} than that.
        </Notice>
      ) : data.total === 0 ? (
        empty
      ) : (
        <DataTable {...table} rows={data.rows} isStale={isPlaceholderData} />
      )}
      <TablePager page={page} pageSize={pageSize} total={data.total} onPage={onPage} />
    </section>
  );
}
