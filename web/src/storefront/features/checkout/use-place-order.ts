import { getOrder, listOrders, type Order } from '@contract/orders.ts';
import { type PlaceOrderRequest, placeOrder } from '@contract/place-order.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../../../lib/api-client.ts';
import { markOrdered } from '../../lib/ordered-mark.ts';
import { requestTimeoutMs } from './payment/use-pay-order.ts';

/** Places the order. The reply contains the form for the bank's page. */
export function usePlaceOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key }: { request: PlaceOrderRequest; key: string }) =>
      callApi(placeOrder, {
        body: request,
        idempotencyKey: key,
        signal: AbortSignal.timeout(requestTimeoutMs),
      }),
    onMutate: markOrdered,
    onSuccess: () => {
      // Set again: another tab may have checked before the order existed.
      markOrdered();
      queryClient.removeQueries({ queryKey: [listOrders.path] });
    },
  });
}

/** An order that was taken to the bank's page earlier; null when this visitor can no longer see it. */
export async function findEarlierOrder(orderId: string): Promise<Order | null> {
  try {
    return await callApi(getOrder, { params: { orderId }, signal: AbortSignal.timeout(requestTimeoutMs) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
