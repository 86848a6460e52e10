import { getShopText } from '@contract/shop-texts.ts';
import type { TextPage } from '@contract/shop-text-pages.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api-client.ts';

/** The text of a page, as an admin has written it. */
export const shopTextQuery = (page: TextPage) =>
  queryOptions({
    queryKey: [getShopText.path.replace('/:page', ''), page],
    queryFn: ({ signal }) => callApi(getShopText, { params: { page }, signal }),
    staleTime: 60_000,
  });
