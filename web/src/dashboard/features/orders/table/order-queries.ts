import type { RowCursor } from '@contract/admin.ts';
import type { OrderFilter, OrderSort } from '@contract/admin-orders.ts';
import { useEffect } from 'react';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';

/** In milliseconds: an open table is refetched for changes by other people. */
const refreshAfter = 30_000;

type OrderPageQuery = {
  filter: OrderFilter;
  sort: { by: OrderSort; descending: boolean };
  after?: RowCursor | number;
};

/** One page of the orders. Refetched while it is visible, keeping page and selection. */
export function useOrderPage(pageQuery: OrderPageQuery) {
  const rows = useAdminRows(['orders', 'table', pageQuery], (signal) =>
    readOrderPage(pageQuery, pageSize, signal),
  );
  const { refetch } = rows;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch();
    }, refreshAfter);
    return () => clearInterval(timer);
  }, [refetch]);
  return rows;
}

/** @param size rows of a page, 500 at most */
export function readOrderPage({ filter, sort, after }: OrderPageQuery, size: number, signal?: AbortSignal) {
  return callSql(
    'list_order_page',
    {
      p_filter: filter,
      p_sort: sort.by,
      p_descending: sort.descending,
      p_limit: size,
      p_after: after,
    },
    signal,
  );
}

/** A thousand orders for an export, newest first. */
export function readOrdersToExport(filter: OrderFilter, after: RowCursor | null, signal: AbortSignal) {
  return callSql('export_orders', { p_filter: filter, p_limit: 1000, p_after: after ?? undefined }, signal);
}
