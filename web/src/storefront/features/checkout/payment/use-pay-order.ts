import { listOrders, payOrder } from '@contract/orders.ts';
import { browserTimeLimits } from '@contract/time-limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { linkKeyOf } from '#storefront/lib/link-keys.ts';

// Separate from use-place-order.ts, whose schema needs yup: an order can be paid from any page.

/** After this time without a response a request counts as lost; the same key makes a repeat safe. */
export const requestTimeoutMs = browserTimeLimits.order;

/** Starts another payment of the same order. The reply contains the form for the bank's page. */
export function usePayOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) =>
      callApi(payOrder, {
        params: { orderId },
        orderKey: linkKeyOf(orderId),
        signal: AbortSignal.timeout(requestTimeoutMs),
      }),
    // Refused or not, the cached orders are out of date. A mutation waits for a promise returned here, and nobody
    // should wait for other requests before the bank's page.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [listOrders.path], refetchType: 'none' }),
    onError: () => void queryClient.invalidateQueries({ queryKey: [listOrders.path] }),
  });
}
