import { promptOrder } from '@contract/mpesa.ts';
import { listOrders } from '@contract/orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { linkKeyOf } from '#storefront/lib/link-keys.ts';
import { orderTimeout } from './use-pay-order.ts';

/** Sends a request of M-Pesa to a phone, for what is due of an order. */
export function usePromptOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ orderId, phone }: { orderId: string; phone: string }) =>
      callApi(promptOrder, {
        params: { orderId },
        orderKey: linkKeyOf(orderId),
        body: { phone },
        signal: orderTimeout(),
      }),
    // Its page shows at once what was sent, and reads it again.
    onSuccess: (order) => queryClient.setQueriesData({ queryKey: [listOrders.path, order.id] }, order),
    // Of a lost reply nobody knows whether the request went out.
    onError: () => void queryClient.invalidateQueries({ queryKey: [listOrders.path] }),
  });
}
