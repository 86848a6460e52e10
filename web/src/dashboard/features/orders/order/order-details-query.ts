import { sqlQuery, useSql } from '#dashboard/lib/admin-queries.ts';

export const orderDetailsKey = (orderId: string) =>
  sqlQuery('order_details', { p_order_id: orderId }).queryKey;

/** Everything about one order; `data` is null when there is no such order. Read again for changes by the bank and others. */
export const useOrderDetails = (orderId: string) =>
  useSql('order_details', { p_order_id: orderId }, { of: orderId, refetchInterval: 15_000 });
