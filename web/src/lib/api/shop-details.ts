import { defaultShopDetails, getShopDetails, type ShopDetails } from '@contract/shop-details.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './api-client.ts';

/** What the shop is called and how it is reached; an owner's change is a minute old at most on a page that is opened. */
export const shopDetailsQuery = queryOptions({
  queryKey: [getShopDetails.path],
  queryFn: ({ signal }) => callApi(getShopDetails, { signal }),
  staleTime: 60_000,
});

/**
 * The details of the shop that the page has: those it was prerendered with, or newer ones. The app alone fetches them,
 * so that a page need not wait for them.
 */
export function useShopDetails(): ShopDetails {
  return useQuery({ ...shopDetailsQuery, enabled: false }).data ?? defaultShopDetails;
}
