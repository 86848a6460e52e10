import type { OrderFilter, OrderRow, OrderSort } from '@contract/admin-orders.ts';
import { useEffect } from 'react';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import { type PageOfRows, useAdminRows } from '../../../lib/use-admin-rows.ts';

/** Rows of a page of the table. */
export const orderPageSize = 50;

/** How often an open table looks for what others did, in milliseconds. */
const lookAgainAfter = 30_000;

export type OrderQuestion = {
  filter: OrderFilter;
  sort: { by: OrderSort; descending: boolean };
  page: number;
};

/** One page of the orders; while it is open and seen it is asked for again by itself, place and selection staying. */
export function useOrderPage(question: OrderQuestion) {
  const rows = useAdminRows<OrderRow>(['orders', 'table', question], (signal) =>
    listOrderPage(question, signal),
  );
  const { refetch } = rows;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch();
    }, lookAgainAfter);
    return () => clearInterval(timer);
  }, [refetch]);
  return rows;
}

async function listOrderPage(
  { filter, sort, page }: OrderQuestion,
  signal: AbortSignal,
): Promise<PageOfRows<OrderRow>> {
  const database = await adminDatabase();
  const { data } = await answerOf(
    database
      .rpc('list_order_page', {
        p_filter: filter,
        p_sort: sort.by,
        p_descending: sort.descending,
        p_page: page,
        p_page_size: orderPageSize,
      })
      .abortSignal(signal),
  );
  return data as PageOfRows<OrderRow>;
}
