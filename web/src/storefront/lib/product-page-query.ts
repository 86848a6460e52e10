import { queryOptions, useQuery } from '@tanstack/react-query';
import { getProductPage } from '@contract/products.ts';
import { callApi } from '#lib/api/api-client.ts';
import { hasOrdered } from '#storefront/lib/has-ordered-flag.ts';

/** The data of a product's page, by its slug, an earlier slug, or its id. */
export const productPageQuery = (name: string) =>
  queryOptions({
    queryKey: ['/api/products', name, 'page'],
    queryFn: ({ signal }) => {
      // Stock reserved by this browser's own orders does not count as sold out.
      const path = hasOrdered() ? `${getProductPage.path}?own=yes` : getProductPage.path;
      return callApi({ ...getProductPage, path }, { params: { product: name }, signal });
    },
  });

/** The data of a product's page, for a component. */
export function useProductPage(name: string) {
  return useQuery(productPageQuery(name));
}
