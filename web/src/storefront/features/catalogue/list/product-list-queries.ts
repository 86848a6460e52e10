import {
  productFacets,
  type ProductFilter,
  type ProductSort,
  writeProductFilter,
} from '@contract/product-filter.ts';
import { countProducts, listProducts, listProductsOfCategory } from '@contract/products.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, callApiList } from '#lib/api/api-client.ts';
import { hasOrdered } from '#storefront/lib/has-ordered-flag.ts';
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
    queryFn: ({ signal }) => {
      const own = hasOrdered() ? '&own=yes' : '';
      return callApiList(
        { ...list, path: `${list.path}?${search}${own}` },
        { params: { category: category ?? '' }, signal },
      );
    },
  });
}

/** The number of products that match a filter, for a component: fetched once for all sorts and pages of the list. */
export function useProductCount(filter: ProductFilter, isWanted: boolean) {
  const search = writeProductFilter(filter).toString();
  return useQuery({
    queryKey: [countProducts.path, search],
    queryFn: ({ signal }) =>
      callApi({ ...countProducts, path: `${countProducts.path}?${search}` }, { signal }),
    enabled: isWanted,
  });
}

/** The facets of a list, for a component. */
export function useProductFacets(filter: ProductFilter, isWanted = true) {
  const search = writeProductFilter(filter).toString();
  return useQuery({
    queryKey: [productFacets.path, search],
    queryFn: ({ signal }) =>
      callApi({ ...productFacets, path: `${productFacets.path}?${search}` }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}
