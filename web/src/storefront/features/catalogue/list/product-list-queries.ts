import {
  productFacets,
  type ProductFilter,
  type ProductSort,
  writeProductFilter,
} from '@contract/product-filter.ts';
import { countProducts, listProducts, listProductsOfCategory } from '@contract/products.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, callApiList } from '../../../../lib/api-client.ts';
import { hasOrdered } from '../../../lib/ordered-mark.ts';
import { pageSize } from '../../../lib/shelf-path.ts';

type ListQuestion = { filter: ProductFilter; sort: ProductSort; cursor: string | null };

/** One page of a list, for a component. While the list is narrowed or sorted, what was there stays. */
export function useProductList(list: ListQuestion) {
  return useQuery({
    ...productListQuery(list),
    placeholderData: list.cursor ? undefined : keepPreviousData,
  });
}

/** One page of a list. */
export function productListQuery({ filter, sort, cursor }: ListQuestion) {
  const { category, ...rest } = filter;
  const isShelf = category !== undefined && filter.search === undefined;
  const parameters = writeProductFilter(isShelf ? rest : filter);
  // The default of either address is not written.
  if (sort !== (filter.search === undefined ? 'price' : 'relevance')) parameters.set('sort', sort);
  parameters.set('limit', String(pageSize));
  parameters.set('count', 'no');
  if (cursor) parameters.set('cursor', cursor);
  const list = isShelf ? listProductsOfCategory : listProducts;
  const question = parameters.toString();
  return queryOptions({
    queryKey: isShelf ? ['/api/products/category', category, question] : ['/api/products', question],
    queryFn: ({ signal }) => {
      const own = hasOrdered() ? '&own=yes' : '';
      return callApiList(
        { ...list, path: `${list.path}?${question}${own}` },
        { params: { category: category ?? '' }, signal },
      );
    },
  });
}

/** How many products a filter leaves, for a component: once for all orders and pages of the list. */
export function useProductCount(filter: ProductFilter, isWanted: boolean) {
  const question = writeProductFilter(filter).toString();
  return useQuery({
    queryKey: [countProducts.path, question],
    queryFn: ({ signal }) =>
      callApi({ ...countProducts, path: `${countProducts.path}?${question}` }, { signal }),
    enabled: isWanted,
  });
}

/** What a list can be narrowed by, for a component. */
export function useProductFacets(filter: ProductFilter, isWanted = true) {
  const question = writeProductFilter(filter).toString();
  return useQuery({
    queryKey: [productFacets.path, question],
    queryFn: ({ signal }) =>
      callApi({ ...productFacets, path: `${productFacets.path}?${question}` }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}
