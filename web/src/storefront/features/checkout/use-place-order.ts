import { checkPayment, getOrder, listOrders, type Order } from '@contract/orders.ts';
import { type PlaceOrderRequest, placeOrder } from '@contract/place-order.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { orNotFound } from '#lib/api/or-not-found.ts';
import { setOrderedFlag } from '#storefront/lib/has-ordered-flag.ts';
import { inTurn } from '#storefront/lib/in-turn.ts';
import { readOrderRefusal } from './order-refusal.ts';
import { planForEarlierOrder } from './payment/earlier-order.ts';
import { forgetOrderKey, keyForOrder } from './payment/order-key.ts';
import { orderTimeout } from './payment/use-pay-order.ts';

/** Places the order. The reply contains the form for the bank's page. */
export function usePlaceOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: [placeOrder.path],
    mutationFn: async ({ request, key }: { request: PlaceOrderRequest; key: string }) => {
      // While the bank is queried about an earlier order, that one keeps its pieces, and this one would not get them.
      const checks = queryClient.getQueryCache().findAll({ queryKey: [checkPayment.path] });
      await Promise.allSettled(checks.flatMap(({ promise }) => promise ?? []));
      try {
        return await send(request, key);
      } catch (error) {
        const { sameOrder } = readOrderRefusal(error);
        if (!sameOrder || planForEarlierOrder(sameOrder) !== 'order-anew') throw error;
        // It was placed, its reply was lost, and the buyer has cancelled it since.
        forgetOrderKey();
        return send(request, keyForOrder(request).key);
      }
    },
    onMutate: setOrderedFlag,
    onSuccess: () => {
      // Set again: another tab may have checked before the order existed.
      setOrderedFlag();
      queryClient.removeQueries({ queryKey: [listOrders.path] });
    },
  });
}

const send = (request: PlaceOrderRequest, key: string) =>
  inTurn('exclusive', orderTimeout(), () =>
    callApi(placeOrder, {
      body: request,
      idempotencyKey: key,
      signal: orderTimeout(),
    }),
  );

/** An order that was taken to the bank's page earlier; null when this visitor can no longer see it. */
export const findEarlierOrder = (orderId: string): Promise<Order | null> =>
  orNotFound(callApi(getOrder, { params: { orderId }, signal: orderTimeout() }));
