import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { listPlace, type ListScope, readListAddress, type ShelfView } from './list-address.ts';

/** The filter, sort, view and page of a list: in the address, so that they can be shared and survive Back. */
export function useListAddress(scope: ListScope) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const address = readListAddress(parameters, scope, useParams()['*']);
  const firstPage = { ...address, cursor: null, before: 0 };
  const go = (change: Partial<typeof address>, replace: boolean) =>
    void navigate(listPlace({ ...firstPage, ...change }, scope), { replace, preventScrollReset: true });

  return {
    ...address,
    /** Back takes a filter away again. */
    setFilter: (filter: ProductFilter) => go({ filter }, false),
    /** The same in place of the current entry of the history: that of a sheet which is closing. */
    replaceByFilter: (filter: ProductFilter) => go({ filter }, true),
    setSort: (sort: ProductSort) => go({ sort }, true),
    setView: (view: ShelfView) => go({ ...address, view }, true),
    /** The address of the first page. */
    firstPage: listPlace(firstPage, scope),
    /** The address of the list without any filter. */
    unfiltered: listPlace({ ...firstPage, filter: { ...scope } }, scope),
    /** The address of the page behind this one. */
    nextPage: (cursor: string, shown: number) =>
      listPlace({ ...address, cursor, before: address.before + shown }, scope),
  };
}
