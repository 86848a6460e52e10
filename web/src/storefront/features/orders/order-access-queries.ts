import {
  claimOrder,
  type ClaimOrderRequest,
  findOrder,
  type FindOrderRequest,
} from '@contract/order-access.ts';
import { listOrders } from '@contract/orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';

// Separate from orders-queries.ts, which every order's page loads: the schemas of these forms need yup.

/** Looks an order up by its number and a contact; returns its link. */
export function useFindOrder() {
  return useMutation({ mutationFn: (body: FindOrderRequest) => callApi(findOrder, { body }) });
}

/** Moves a guest's order of this browser into the signed-in account. */
export function useClaimOrder(orderId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ClaimOrderRequest) => callApi(claimOrder, { params: { orderId }, body }),
    onSuccess: () => refetchAfterWrite(queryClient, ([path]) => path === listOrders.path),
  });
}
