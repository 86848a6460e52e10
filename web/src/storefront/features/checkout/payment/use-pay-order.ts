import { listOrders, payOrder } from '@contract/orders.ts';
import { browserTimeLimits } from '@contract/time-limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { linkKeyOf } from '#storefront/lib/link-keys.ts';

// Separate from use-place-order.ts, whose schema needs yup: an order can be paid from any page.

/**
 * Ends a request about an order after its time: it counts as lost then, and the same key makes a repeat safe. Not AbortSignal.timeout(), which Chrome 102 and Safari 15 lack.
 */
export function orderTimeout(): AbortSignal {
  const controller = new AbortController();
  setTimeout(
    () => controller.abort(new DOMException('No response in time.', 'TimeoutError')),
    browserTimeLimits.order,
  );
  return controller.signal;
}

/** Starts another payment of the same order. The reply contains the form for the bank's page. */
export function usePayOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) =>
      callApi(payOrder, {
        params: { orderId },
        orderKey: linkKeyOf(orderId),
        signal: orderTimeout(),
      }),
    // Refused or not, the cached orders are out of date. A mutation waits for a promise returned here, and nobody
    // should wait for other requests before the bank's page.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [listOrders.path], refetchType: 'none' }),
    onError: () => void queryClient.invalidateQueries({ queryKey: [listOrders.path] }),
  });
}
