import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { shelfPath } from '../../../lib/shelf-path.ts';
import type { FilterChange } from '../filter/filter-parts.ts';
import {
  type ListAddress,
  listPlace,
  type ListScope,
  readListAddress,
  type ShelfView,
} from './list-address.ts';

/** The filter, sort, view and page of a list: in the address, so that they can be shared and survive Back. */
export function useListAddress(scope: ListScope) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const address = readListAddress(parameters, scope, useParams()['*']);
  const firstPage = { ...address, cursor: null, before: 0 };
  const change = (next: (now: ListAddress) => Partial<ListAddress>, { replace }: { replace: boolean }) => {
    const now = addressNow(scope) ?? address;
    const place = listPlace({ ...now, cursor: null, before: 0, ...next(now) }, scope);
    void navigate(place, { replace, preventScrollReset: true });
  };

  return {
    ...address,
    /** Back takes the change away again. */
    changeFilter: (next: FilterChange) =>
      change(({ filter }) => ({ filter: next(filter) }), { replace: false }),
    /** Another filter in place of the current entry of the history: that of a sheet which is closing. */
    replaceByFilter: (filter: ProductFilter) => change(() => ({ filter }), { replace: true }),
    setSort: (sort: ProductSort) => change(() => ({ sort }), { replace: true }),
    setView: (view: ShelfView) =>
      change(({ cursor, before }) => ({ cursor, before, view }), { replace: true }),
    /** The address of the first page. */
    firstPage: listPlace(firstPage, scope),
    /** The address of the list without any filter. */
    unfiltered: listPlace({ ...firstPage, filter: { ...scope } }, scope),
    /** The address of the page behind this one. */
    nextPage: (cursor: string, shown: number) =>
      listPlace({ ...address, cursor, before: address.before + shown }, scope),
  };
}

/**
 * The address of the list as the browser has it, which is ahead of the page while it re-renders: a sort chosen right
 * after a filter must not undo the filter. Null when the browser is on its way to another page.
 */
function addressNow(scope: ListScope): ListAddress | null {
  const { pathname, search } = window.location;
  const path = 'category' in scope ? shelfPath(scope.category) : '/search';
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return null;
  return readListAddress(new URLSearchParams(search), scope, pathname.slice(path.length + 1));
}
