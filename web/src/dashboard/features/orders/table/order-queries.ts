import type { OrderFilter, OrderSort } from '@contract/admin-orders.ts';
import { useEffect } from 'react';
import { askDatabase } from '../../../lib/admin-database.ts';
import { withPassword } from '../../../lib/password-again.ts';
import { pageSize, useAdminRows } from '../../../lib/admin-queries.ts';

/** Milliseconds after which an open table looks for what other people did. */
const refreshAfter = 30_000;

type Question = { filter: OrderFilter; sort: { by: OrderSort; descending: boolean }; page: number };

/** One page of the orders. While it is visible it refreshes by itself, and keeps its place and selection. */
export function useOrderPage(question: Question) {
  const { filter, sort, page } = question;
  const rows = useAdminRows(['orders', 'table', question], (signal) =>
    askDatabase((database) =>
      database
        .rpc('list_order_page', {
          p_filter: filter,
          p_sort: sort.by,
          p_descending: sort.descending,
          p_page: page,
          p_page_size: pageSize,
        })
        .abortSignal(signal),
    ),
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

/** An order in the list, newest first. */
export type OrderPlace = NonNullable<OrderFilter['after']>;

/** A thousand orders for an export, newest first, and the place after which the next ones begin. */
export function readOrdersToExport(filter: OrderFilter, after: OrderPlace | null, signal: AbortSignal) {
  return withPassword(() =>
    askDatabase((database) =>
      database
        .rpc('export_orders', { p_filter: after ? { ...filter, after } : filter, p_limit: 1000 })
        .abortSignal(signal),
    ),
  );
}
