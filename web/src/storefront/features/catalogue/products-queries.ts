import { type Query, queryOptions, useQuery } from '@tanstack/react-query';
import { listProducts, listProductsOfCategory, type Product, searchProducts } from '@contract/products.ts';
import { callApi } from '../../../lib/api-client.ts';
import { hasOrdered } from '../../lib/ordered-mark.ts';

// The parts of a query key, joined by slashes, are the path that is requested.
const allProducts = '/api/products';
const productsOfCategory = '/api/products/category';

/** What the orders of this browser hold does not count as sold out. A browser that never ordered does not ask for it. */
const asBuyer = (list: typeof listProducts) =>
  hasOrdered() ? { ...list, path: `${list.path}${list.path.includes('?') ? '&' : '?'}own=yes` } : list;

/** The first of all products on sale. */
const firstProductsQuery = (limit: number) =>
  queryOptions({
    queryKey: [allProducts, { limit }],
    queryFn: ({ signal }) =>
      callApi(asBuyer({ ...listProducts, path: `${listProducts.path}?limit=${limit}` }), { signal }),
  });

/** The products of one category. */
const productsOfCategoryQuery = (category: string) =>
  queryOptions({
    queryKey: [productsOfCategory, category],
    queryFn: ({ signal }) => callApi(asBuyer(listProductsOfCategory), { params: { category }, signal }),
  });

/** The first of all products on sale, for a component. */
export function useFirstProducts(limit: number) {
  return useQuery(firstProductsQuery(limit));
}

/** The products of one category, for a component. */
export function useProductsOfCategory(category: string) {
  return useQuery(productsOfCategoryQuery(category));
}

/** What a search finds, for a component; nothing is asked for an empty text. */
export function useSearch(text: string) {
  return useQuery({
    queryKey: ['/api/search', text],
    queryFn: ({ signal }) => {
      const own = hasOrdered() ? '&own=yes' : '';
      const path = `${searchProducts.path}?q=${encodeURIComponent(text)}${own}`;
      return callApi({ ...searchProducts, path }, { signal });
    },
    enabled: text !== '',
  });
}

/** The products that a finished query fetched; null when it fetched something else. */
export function productsIn(query: Query): Product[] | null {
  const [path] = query.queryKey;
  const isOurs = path === allProducts || path === productsOfCategory;
  return isOurs && Array.isArray(query.state.data) ? (query.state.data as Product[]) : null;
}
