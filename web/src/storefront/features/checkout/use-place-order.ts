import { getOrder, listOrders, type Order, payOrder } from '@contract/orders.ts';
import { type PlaceOrderRequest, placeOrder } from '@contract/place-order.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../../../lib/api-client.ts';

/** After this long without an answer a request counts as lost; the same key makes a repeat safe. */
const patienceMs = 30_000;

/** Places the order. The reply carries the form for the bank's page. */
export function usePlaceOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key }: { request: PlaceOrderRequest; key: string }) =>
      callApi(placeOrder, {
        body: request,
        idempotencyKey: key,
        signal: AbortSignal.timeout(patienceMs),
      }),
    onSuccess: () => queryClient.removeQueries({ queryKey: [listOrders.path] }),
  });
}

/** Starts another payment of the same order. The reply carries the form for the bank's page. */
export function usePayOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) =>
      callApi(payOrder, { params: { orderId }, signal: AbortSignal.timeout(patienceMs) }),
    // Refused or not, the cached orders may be out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOrders.path] }),
  });
}

/** An order that was taken to the bank's page earlier; null when this visitor can no longer see it. */
export async function findEarlierOrder(orderId: string): Promise<Order | null> {
  try {
    return await callApi(getOrder, { params: { orderId }, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
