import { listDeliveryCounties, quoteDelivery, quotedItems } from '@contract/delivery.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';

/** The 47 counties. */
export function useDeliveryCounties() {
  return useQuery({
    queryKey: [listDeliveryCounties.path],
    queryFn: ({ signal }) => callApi(listDeliveryCounties, { signal }),
  });
}

export type QuotedItem = { productId: string; quantity: number };

/**
 * When these products arrive in a county and what delivery costs, also without products, or for the whole country;
 * refetched after a minute, because "the same day" ends at 2 PM.
 */
export function useDeliveryQuote(county: string | null, items: readonly QuotedItem[]) {
  const params = { county: county ?? '', items: quotedItems(items) };
  return useQuery({
    queryKey: [quoteDelivery.path, params],
    queryFn: ({ signal }) => callApi(quoteDelivery, { params, signal }),
    staleTime: 60_000,
  });
}

export const deliveryQuoteKey = [quoteDelivery.path];
