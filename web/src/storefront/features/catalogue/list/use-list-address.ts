import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { categoryPath } from '#storefront/lib/category-path.ts';
import type { FilterChange } from '../filter/filter-parts.ts';
import {
  type ListAddress,
  listPath,
  type ListScope,
  readListAddress,
  type ListingView,
} from './list-address.ts';

/** The filter, sort, view and page of a list: in the URL, so that they can be shared and survive Back. */
export function useListAddress(scope: ListScope) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const address = readListAddress(parameters, scope, useParams()['*']);
  const firstPage = { ...address, cursor: null, before: 0 };
  const change = (next: (now: ListAddress) => Partial<ListAddress>, { replace }: { replace: boolean }) => {
    const now = addressNow(scope) ?? address;
    const path = listPath({ ...now, cursor: null, before: 0, ...next(now) }, scope);
    void navigate(path, { replace, preventScrollReset: true });
  };

  return {
    ...address,
    /** Back undoes the change. */
    changeFilter: (next: FilterChange) =>
      change(({ filter }) => ({ filter: next(filter) }), { replace: false }),
    /** Replaces the current history entry: that of a sheet which is closing. */
    replaceByFilter: (filter: ProductFilter) => change(() => ({ filter }), { replace: true }),
    setSort: (sort: ProductSort) => change(() => ({ sort }), { replace: true }),
    setView: (view: ListingView) =>
      change(({ cursor, before }) => ({ cursor, before, view }), { replace: true }),
    /** The path of the first page. */
    firstPage: listPath(firstPage, scope),
    /** The path of the list without filters. */
    unfiltered: listPath({ ...firstPage, filter: { ...scope } }, scope),
    /** The path of the next page. */
    nextPage: (cursor: string, shown: number) =>
      listPath({ ...address, cursor, before: address.before + shown }, scope),
  };
}

/**
 * The list's state in the browser's URL, which is ahead of the rendered page: a sort chosen right after a filter must
 * not undo the filter. Null when the browser is navigating to another page.
 */
function addressNow(scope: ListScope): ListAddress | null {
  const { pathname, search } = window.location;
  const path = 'category' in scope ? categoryPath(scope.category) : '/search';
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return null;
  return readListAddress(new URLSearchParams(search), scope, pathname.slice(path.length + 1));
}
