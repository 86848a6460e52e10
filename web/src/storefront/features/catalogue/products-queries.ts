import { type Query, queryOptions, useQuery } from '@tanstack/react-query';
import { listProducts, type Product, searchProducts } from '@contract/products.ts';
import { callApi, type ListPage } from '../../../lib/api-client.ts';
import { hasOrdered } from '../../lib/ordered-mark.ts';

// The parts of a query key, joined by slashes, are the path that is requested.
const allProducts = '/api/products';
const productsOfCategory = '/api/products/category';

/** What the orders of this browser hold does not count as sold out. A browser that never ordered does not ask for it. */
const asBuyer = () => (hasOrdered() ? '&own=yes' : '');

/** How many the front page shows. */
export const featuredCount = 8;

/** The first of all products on sale. */
export const firstProductsQuery = (limit: number) =>
  queryOptions({
    queryKey: [allProducts, `?limit=${limit}`],
    queryFn: ({ signal }) =>
      callApi({ ...listProducts, path: `${allProducts}?limit=${limit}${asBuyer()}` }, { signal }),
  });

/** The first of all products on sale, for a component. */
export function useFirstProducts(limit: number) {
  return useQuery(firstProductsQuery(limit));
}

/** What a search finds, for a component; nothing is asked for an empty text. */
export function useSearch(text: string) {
  return useQuery({
    queryKey: ['/api/search', text],
    queryFn: ({ signal }) => {
      const path = `${searchProducts.path}?q=${encodeURIComponent(text)}${asBuyer()}`;
      return callApi({ ...searchProducts, path }, { signal });
    },
    enabled: text !== '',
  });
}

/** The products that a finished query fetched; null when it fetched something else. */
export function productsIn(query: Query): Product[] | null {
  const [path] = query.queryKey;
  if (path !== allProducts && path !== productsOfCategory) return null;
  const data = query.state.data as Product[] | ListPage<Product> | undefined;
  if (Array.isArray(data)) return data;
  return Array.isArray(data?.rows) ? data.rows : null;
}
