import { queryOptions, useQuery } from '@tanstack/react-query';
import { getProductPage } from '@contract/products.ts';
import { callApi } from '#lib/api/api-client.ts';
import { asBuyer } from '#storefront/lib/has-ordered-flag.ts';

/** The data of a product's page, by its slug, an earlier slug, or its id. */
export const productPageQuery = (name: string) =>
  queryOptions({
    queryKey: ['/api/products', name, 'page'],
    queryFn: ({ signal }) => callApi(getProductPage, { params: { product: name }, query: asBuyer(), signal }),
  });

/** The data of a product's page, for a component. */
export function useProductPage(name: string) {
  return useQuery(productPageQuery(name));
}
