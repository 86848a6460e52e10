import { cancelOrder, listOpenOrders, listOrders } from '@contract/orders.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../../lib/api-client.ts';
import { markOrdered, unmarkOrdered } from '../../../lib/ordered-mark.ts';

/** The unpaid and undecided orders of this visitor. Always refetched: the bank changes them. */
export function useOpenOrders() {
  return useQuery({
    queryKey: [listOrders.path, 'open'],
    queryFn: async ({ signal }) => {
      const orders = await callApi(listOpenOrders, { signal });
      if (orders.length > 0) markOrdered();
      else unmarkOrdered();
      return orders;
    },
    staleTime: 0,
  });
}

/** Cancels an unpaid order, which releases its stock. */
export function useCancelOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) => callApi(cancelOrder, { params: { orderId } }),
    // Refused or not, the cached data may be out of date.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [listOrders.path] }),
        queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutProducts(queryKey[0]) }),
      ]),
  });
}

const isAboutProducts = (path: unknown) => typeof path === 'string' && path.startsWith('/api/products');
