import { type Query, queryOptions, useQuery } from '@tanstack/react-query';
import { listProducts, type Product, searchProducts } from '@contract/products.ts';
import { callApi, type ListPage } from '#lib/api/api-client.ts';
import { asBuyer } from '#storefront/lib/has-ordered-flag.ts';

// The parts of a query key, joined by slashes, are the requested path.
const allProducts = '/api/products';
const productsOfCategory = '/api/products/category';

/** The number of products on the home page. */
export const featuredCount = 8;

/** The first of all products on sale. */
export const firstProductsQuery = (limit: number) =>
  queryOptions({
    queryKey: [allProducts, `?limit=${limit}`],
    queryFn: ({ signal }) => callApi(listProducts, { query: asBuyer(`limit=${limit}`), signal }),
  });

/** Search results, for a component; not fetched for an empty text. */
export function useSearch(text: string) {
  return useQuery({
    queryKey: ['/api/search', text],
    queryFn: ({ signal }) =>
      callApi(searchProducts, { query: asBuyer(`q=${encodeURIComponent(text)}`), signal }),
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
