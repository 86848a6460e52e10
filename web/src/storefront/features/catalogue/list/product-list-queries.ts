import type { Endpoint } from '@contract/endpoint.ts';
import {
  productFacets,
  type ProductFilter,
  type ProductSort,
  writeProductFilter,
} from '@contract/product-filter.ts';
import { countProducts, listProducts, listProductsOfCategory } from '@contract/products.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, callApiList } from '#lib/api/api-client.ts';
import { asBuyer } from '#storefront/lib/has-ordered-flag.ts';
import { pageSize } from '#storefront/lib/category-path.ts';

type ListQuery = { filter: ProductFilter; sort: ProductSort; cursor: string | null };

/** One page of a list, for a component. While it is filtered or sorted, the previous products stay. */
export function useProductList(list: ListQuery) {
  return useQuery({
    ...productListQuery(list),
    placeholderData: list.cursor ? undefined : keepPreviousData,
  });
}

/** One page of a list. */
export function productListQuery({ filter, sort, cursor }: ListQuery) {
  const { category, ...rest } = filter;
  const isCategory = category !== undefined && filter.search === undefined;
  const parameters = writeProductFilter(isCategory ? rest : filter);
  // The defaults of both endpoints are left out.
  if (sort !== (filter.search === undefined ? 'price' : 'relevance')) parameters.set('sort', sort);
  parameters.set('limit', String(pageSize));
  parameters.set('count', 'no');
  if (cursor) parameters.set('cursor', cursor);
  const list = isCategory ? listProductsOfCategory : listProducts;
  const search = parameters.toString();
  return queryOptions({
    queryKey: isCategory ? ['/api/products/category', category, search] : ['/api/products', search],
    queryFn: ({ signal }) =>
      callApiList(list, { params: { category: category ?? '' }, query: asBuyer(search), signal }),
  });
}

/** The number of products that match a filter, for a component: fetched once for all sorts and pages of the list. */
export const useProductCount = (filter: ProductFilter, isWanted: boolean) =>
  useQuery(queryOfFilter(countProducts, filter, isWanted));

/** The facets of a list, for a component. */
export const useProductFacets = (filter: ProductFilter, isWanted = true) =>
  useQuery({ ...queryOfFilter(productFacets, filter, isWanted), placeholderData: keepPreviousData });

function queryOfFilter<Reply>(endpoint: Endpoint<never, Reply>, filter: ProductFilter, enabled: boolean) {
  const query = writeProductFilter(filter).toString();
  return queryOptions({
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }) => callApi(endpoint, { query, signal }),
    enabled,
  });
}
