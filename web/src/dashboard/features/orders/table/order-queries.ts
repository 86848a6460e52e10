import type { OrderFilter, OrderSort } from '@contract/admin-orders.ts';
import { useEffect } from 'react';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { withPassword } from '#dashboard/lib/password-again.ts';
import { pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';

/** In milliseconds: an open table is refetched for changes by other people. */
const refreshAfter = 30_000;

type OrderPageQuery = { filter: OrderFilter; sort: { by: OrderSort; descending: boolean }; page: number };

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
export function readOrderPage({ filter, sort, page }: OrderPageQuery, size: number, signal?: AbortSignal) {
  return callSql(
    'list_order_page',
    {
      p_filter: filter,
      p_sort: sort.by,
      p_descending: sort.descending,
      p_page: page,
      p_page_size: size,
    },
    signal,
  );
}

/** The position of an order in the list, newest first. */
export type OrderCursor = NonNullable<OrderFilter['after']>;

/** A thousand orders for an export, newest first, and the cursor of the next ones. */
export function readOrdersToExport(filter: OrderFilter, after: OrderCursor | null, signal: AbortSignal) {
  return withPassword(() =>
    callSql('export_orders', { p_filter: after ? { ...filter, after } : filter, p_limit: 1000 }, signal),
  );
}
