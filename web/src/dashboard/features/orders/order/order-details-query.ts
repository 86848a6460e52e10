import { isUuid } from '@contract/uuid.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';

/** In milliseconds: an open order is refetched for changes by the bank and other admins. */
const refreshAfter = 15_000;

export const orderDetailsKey = (orderId: string) => [adminKey, 'orders', 'details', orderId];

/** Everything about one order; `data` is null when there is no such order. */
export function useOrderDetails(orderId: string) {
  return useQuery({ ...orderDetails(orderId), refetchInterval: refreshAfter });
}

function orderDetails(orderId: string) {
  return queryOptions({
    ...alwaysStale,
    queryKey: orderDetailsKey(orderId),
    queryFn: ({ signal }) =>
      isUuid(orderId) ? callSql('order_details', { p_order_id: orderId }, signal) : null,
  });
}
