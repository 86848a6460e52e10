import { browserTimeLimits } from '@contract/time-limits.ts';
import { cancelOrder, checkPayment, listOpenOrders, listOrders, type OpenOrder } from '@contract/orders.ts';
import { placeOrder } from '@contract/place-order.ts';
import { type QueryKey, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { type BankQuestion, isBeingChecked } from '#orders/order-message.ts';
import { pauseBeforeRetry } from '#lib/api/pause-before-retry.ts';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';
import { setOrderedFlag, clearOrderedFlag } from '#storefront/lib/has-ordered-flag.ts';
import { inTurn } from '#storefront/lib/in-turn.ts';

const openOrdersKey = [listOrders.path, 'open'];

/** More orders are a link to My Orders; the bank is queried about as many at once. */
export const maxShown = 3;

/** Milliseconds after which it is asked again what became of an order that waits for the bank. */
const pauseWhileUndecided = 10_000;

/** The unpaid and undecided orders of this visitor. Always refetched: the bank changes them, mostly within seconds. */
export function useOpenOrders() {
  return useQuery({
    queryKey: openOrdersKey,
    queryFn: async ({ signal }) => {
      const orders = await callApi(listOpenOrders, { signal });
      if (orders.length > 0) setOrderedFlag();
      else clearOrderedFlag();
      return orders;
    },
    staleTime: 0,
    refetchInterval: (query) =>
      pauseBeforeRetry(query) ||
      (query.state.data?.some(({ nextStep }) => nextStep === 'wait') ? pauseWhileUndecided : false),
  });
}

/**
 * Makes the server query the bank about the first of these orders of which it is not known what the bank knows, and
 * fetches the lists of orders and products again. Whether it is still doing so.
 */
export function useBankCheck(orders: readonly ({ id: string } & BankQuestion)[]): boolean {
  const queryClient = useQueryClient();
  const ids = orders
    .filter(isBeingChecked)
    .slice(0, maxShown)
    .map(({ id }) => id);
  // An order that is being placed gives this browser a new session, which the bank's answer would not reach.
  const isOrdering = useIsMutating({ mutationKey: [placeOrder.path] }) > 0;
  const { isFetching } = useQuery({
    queryKey: [checkPayment.path, ids],
    queryFn: async ({ signal }) => {
      const limits = { signal, readLimit: browserTimeLimits.order };
      // Another tab may be ordering.
      await inTurn('shared', signal, () =>
        Promise.all(ids.map((orderId) => callApi(checkPayment, { params: { orderId }, ...limits }))),
      );
      // While the bank is asked, the pieces of an order are nobody's, its buyer's neither.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutOrdersOrProducts(queryKey) });
      return null;
    },
    enabled: ids.length > 0 && !isOrdering,
    staleTime: 0,
    gcTime: 0,
  });
  return isFetching;
}

/** Cancels an unpaid order, which releases its stock. */
export function useCancelOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) => callApi(cancelOrder, { params: { orderId } }),
    onSuccess: (_, orderId) =>
      queryClient.setQueryData<OpenOrder[]>(openOrdersKey, (orders) =>
        orders?.filter(({ id }) => id !== orderId),
      ),
    // Refused or not, the cached data may be out of date. A mutation waits for a promise returned here, and nobody
    // should wait for other requests to learn whether the order is cancelled.
    onSettled: () => void refetchAfterWrite(queryClient, isAboutOrdersOrProducts),
  });
}

const isAboutOrdersOrProducts = ([path]: QueryKey) =>
  path === listOrders.path || (typeof path === 'string' && path.startsWith('/api/products'));
