import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { adminKey, alwaysFresh } from '../../../lib/admin-queries.ts';
import { askDatabase } from '../../../lib/admin-database.ts';
import { isUuid } from '../../../lib/uuid.ts';

/** Milliseconds after which an open order looks for what the bank and other admins did. */
const refreshAfter = 15_000;

export const orderDetailsKey = (orderId: string) => [adminKey, 'orders', 'details', orderId];

/** Everything about one order; `data` is null when there is no such order. */
export function useOrderDetails(orderId: string) {
  return useQuery({ ...orderDetails(orderId), refetchInterval: refreshAfter });
}

/** Several orders as they are now, for the printer: they do not change while they are shown. */
export function useManyOrderDetails(orderIds: readonly string[]) {
  return useQueries({
    queries: orderIds.map((id) => ({ ...orderDetails(id), refetchOnWindowFocus: false })),
  });
}

function orderDetails(orderId: string) {
  return queryOptions({
    ...alwaysFresh,
    queryKey: orderDetailsKey(orderId),
    queryFn: ({ signal }) =>
      isUuid(orderId)
        ? askDatabase((database) =>
            database.rpc('order_details', { p_order_id: orderId }).abortSignal(signal),
          )
        : null,
  });
}
