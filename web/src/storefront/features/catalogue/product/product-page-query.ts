import { queryOptions, useQuery } from '@tanstack/react-query';
import { getProductPage } from '@contract/products.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { hasOrdered } from '../../../lib/ordered-mark.ts';

/** The page of a product, by its slug, a former one, or its id. */
export const productPageQuery = (name: string) =>
  queryOptions({
    queryKey: ['/api/products', name, 'page'],
    queryFn: ({ signal }) => {
      // What the orders of this browser hold does not count as sold out.
      const path = hasOrdered() ? `${getProductPage.path}?own=yes` : getProductPage.path;
      return callApi({ ...getProductPage, path }, { params: { product: name }, signal });
    },
  });

/** The page of a product, for a component. */
export function useProductPage(name: string) {
  return useQuery(productPageQuery(name));
}
