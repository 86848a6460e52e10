import type { OrderDetails } from '@contract/admin-orders.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import { adminKey } from '../../../lib/use-admin-rows.ts';

/** How often an open order looks for what the bank and other admins did, in milliseconds. */
const lookAgainAfter = 15_000;

/** Everything about one order; `data` is null when there is no such order. */
export function useOrderDetails(orderId: string) {
  return useQuery({ ...orderDetails(orderId), refetchOnWindowFocus: true, refetchInterval: lookAgainAfter });
}

/** Several orders as they are now, for the printer: they do not change under it. */
export function useManyOrderDetails(orderIds: readonly string[]) {
  return useQueries({ queries: orderIds.map(orderDetails) });
}

function orderDetails(orderId: string) {
  return queryOptions({
    queryKey: [adminKey, 'orders', 'details', orderId],
    queryFn: ({ signal }) => fetchOrderDetails(orderId, signal),
    staleTime: 0,
    gcTime: 300_000,
    refetchOnMount: 'always',
  });
}

async function fetchOrderDetails(orderId: string, signal: AbortSignal): Promise<OrderDetails | null> {
  // What is no id is the id of nothing: nobody is asked.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(orderId)) return null;
  const database = await adminDatabase();
  const { data } = await answerOf(database.rpc('order_details', { p_order_id: orderId }).abortSignal(signal));
  return data as unknown as OrderDetails | null;
}
