import { type Query, queryOptions, useQuery } from '@tanstack/react-query';
import { listProducts, type Product, searchProducts } from '@contract/products.ts';
import { callApi, type ListPage } from '#lib/api/api-client.ts';
import { hasOrdered } from '#storefront/lib/has-ordered-flag.ts';

// The parts of a query key, joined by slashes, are the requested path.
const allProducts = '/api/products';
const productsOfCategory = '/api/products/category';

/**
 * Stock reserved by this browser's own orders does not count as sold out. Only requested by browsers that have
 * ordered.
 */
const asBuyer = () => (hasOrdered() ? '&own=yes' : '');

/** The number of products on the home page. */
export const featuredCount = 8;

/** The first of all products on sale. */
export const firstProductsQuery = (limit: number) =>
  queryOptions({
    queryKey: [allProducts, `?limit=${limit}`],
    queryFn: ({ signal }) =>
      callApi({ ...listProducts, path: `${allProducts}?limit=${limit}${asBuyer()}` }, { signal }),
  });

/** Search results, for a component; not fetched for an empty text. */
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

/** The products in a query's data; null for queries of other data. */
export function productsIn(query: Query): Product[] | null {
  const [path] = query.queryKey;
  if (path !== allProducts && path !== productsOfCategory) return null;
  const data = query.state.data as Product[] | ListPage<Product> | undefined;
  if (Array.isArray(data)) return data;
  return Array.isArray(data?.rows) ? data.rows : null;
}
