import { listDeliveryCounties, quoteDelivery } from '@contract/delivery.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

/** The 47 counties. */
export function useDeliveryCounties() {
  return useQuery({
    queryKey: [listDeliveryCounties.path],
    queryFn: ({ signal }) => callApi(listDeliveryCounties, { signal }),
  });
}

export type QuotedItem = { productId: string; quantity: number };

/** When these products arrive in a county and what delivery costs; asked anew after a minute, for "the same day" ends at 2 PM. */
export function useDeliveryQuote(county: string | null, items: readonly QuotedItem[]) {
  const body = {
    ...(county === null ? {} : { county }),
    items: items.map(({ productId, quantity }) => ({ productId, quantity })),
  };
  return useQuery({
    queryKey: [quoteDelivery.path, body],
    queryFn: ({ signal }) => callApi(quoteDelivery, { body, signal }),
    enabled: items.length > 0 || county !== null,
    staleTime: 60_000,
  });
}

/** What every quote is made of has changed. */
export const deliveryQuoteKey = [quoteDelivery.path];
