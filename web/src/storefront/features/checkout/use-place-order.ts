import { getOrder, listOrders, type Order, payOrder } from '@contract/orders.ts';
import { type PlaceOrderRequest, placeOrder } from '@contract/place-order.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../../../lib/api-client.ts';

/** A line so bad that nothing came back for this long counts as lost; the same key makes a repeat safe. */
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

/** Takes the payment of an order up again: same order, same pieces. The reply carries the form for the bank's page. */
export function usePayOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) =>
      callApi(payOrder, { params: { orderId }, signal: AbortSignal.timeout(patienceMs) }),
    // Refused or not, what was known of the order may no longer be true.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOrders.path] }),
  });
}

/** An order that was taken to the bank earlier; null when it is not this visitor's any more. */
export async function findEarlierOrder(orderId: string): Promise<Order | null> {
  try {
    return await callApi(getOrder, { params: { orderId }, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
