import {
  type ProductFilter,
  type ProductSort,
  readProductFilter,
  writeProductFilter,
} from '@contract/product-filter.ts';
import { shelfPath } from '../../../lib/shelf-path.ts';
import type { ProductView } from '../product-list.tsx';
import { readProductSort, sortsOf } from './product-sort.ts';

const views: readonly ShelfView[] = ['grid', 'list', 'table'];

/** Where a list is: on a category page or in search results. */
export type ListScope = { category: string } | { search: string };

/** Cards, data sheets, or a dense table on a desktop. */
export type ShelfView = ProductView | 'table';

/** What the address of a list says: all of it can be shared, and survives Back. */
export type ListAddress = {
  /** The scope is part of it. */
  filter: ProductFilter;
  sort: ProductSort;
  view: ShelfView;
  /** Leads to a later page of the list; null on the first. */
  cursor: string | null;
  /** How many products stand on the pages before this one. */
  before: number;
};

/** Reads a query string, and what follows a shelf in the path; what cannot be read does not filter. */
export function readListAddress(parameters: URLSearchParams, scope: ListScope, rest = ''): ListAddress {
  const { filter: read } = readProductFilter(parameters);
  const filter: ProductFilter = { ...read, ...scope };
  if (!('search' in scope)) delete filter.search;
  const page = laterPage(rest);
  const before = page?.before ?? parameters.get('after') ?? '';
  return {
    filter,
    sort: readProductSort(parameters.get('sort'), sortsOf(filter)),
    view: views.find((view) => view === parameters.get('view')) ?? 'grid',
    cursor: page?.cursor ?? parameters.get('cursor'),
    before: /^\d{1,6}$/.test(before) ? Number(before) : 0,
  };
}

/** The query string of a list, `?` included; defaults are not written, so that one list has one address. */
function listSearch({ filter, sort, view, cursor, before }: ListAddress, scope: ListScope): string {
  const parameters = new URLSearchParams();
  if ('search' in scope) parameters.set('q', scope.search);
  const narrowing = { ...filter };
  delete narrowing.search;
  if ('category' in scope) delete narrowing.category;
  for (const [name, value] of writeProductFilter(narrowing)) parameters.append(name, value);
  if (sort !== sortsOf(filter)[0]?.key) parameters.set('sort', sort);
  if (view !== 'grid') parameters.set('view', view);
  if (cursor) {
    parameters.set('after', String(before));
    parameters.set('cursor', cursor);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The later page of a shelf that the rest of a path behind the shelf names, as in `after/48/abc`; null for any other. */
export function laterPage(rest: string): { before: string; cursor: string } | null {
  const [, before, cursor] = /^after\/(\d{1,6})\/([\w-]+)$/.exec(rest) ?? [];
  return before && cursor ? { before, cursor } : null;
}

/** Where a list stands. */
export function listPlace(address: ListAddress, scope: ListScope): { pathname: string; search: string } {
  if ('search' in scope) return { pathname: '/search', search: listSearch(address, scope) };
  const { cursor, before } = address;
  return {
    pathname: shelfPath(scope.category, cursor ? { before, cursor } : undefined),
    search: listSearch({ ...address, cursor: null }, scope),
  };
}

/** How many filters narrow a list beyond its scope. */
export function filtersOn(
  { category, brands, minPrice, maxPrice, inStock, specs, texts }: ProductFilter,
  scope: ListScope,
): number {
  return (
    (category !== undefined && 'search' in scope ? 1 : 0) +
    (brands?.length ?? 0) +
    (minPrice !== undefined || maxPrice !== undefined ? 1 : 0) +
    (inStock ? 1 : 0) +
    Object.keys(specs ?? {}).length +
    Object.keys(texts ?? {}).length
  );
}
