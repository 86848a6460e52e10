import {
  type ProductFilter,
  type ProductSort,
  readProductFilter,
  writeProductFilter,
} from '@contract/product-filter.ts';
import { categoryPath } from '#storefront/lib/category-path.ts';
import type { ProductView } from '../product-list.tsx';
import { readProductSort, sortsOf } from './product-sort.ts';

const views: readonly ListingView[] = ['grid', 'list', 'table'];

/** What a list shows: a category or search results. */
export type ListScope = { category: string } | { search: string };

/** Cards, data sheets, or a dense table on a desktop. */
export type ListingView = ProductView | 'table';

/** The state in a list's URL: all of it can be shared, and survives Back. */
export type ListAddress = {
  /** Includes the scope. */
  filter: ProductFilter;
  sort: ProductSort;
  view: ListingView;
  /** The cursor of a later page; null on the first. */
  cursor: string | null;
  /** The number of products on the pages before this one. */
  before: number;
};

/** Reads a query string and the part of the path after the category; invalid values are ignored. */
export function readListAddress(parameters: URLSearchParams, scope: ListScope, path = ''): ListAddress {
  const { filter: read } = readProductFilter(parameters);
  const filter: ProductFilter = { ...read, ...scope };
  if (!('search' in scope)) delete filter.search;
  const page = laterPage(path);
  const before = page?.before ?? parameters.get('after') ?? '';
  return {
    filter,
    sort: readProductSort(parameters.get('sort'), sortsOf(filter)),
    view: views.find((view) => view === parameters.get('view')) ?? 'grid',
    cursor: page?.cursor ?? parameters.get('cursor'),
    before: /^\d{1,6}$/.test(before) ? Number(before) : 0,
  };
}

/** The query string of a list, including `?`; defaults are left out, so that a list has one URL. */
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

/** The later page in the part of a path after the category, as in `after/48/abc`; null for anything else. */
export function laterPage(path: string): { before: string; cursor: string } | null {
  const [, before, cursor] = /^after\/(\d{1,6})\/([\w-]+)$/.exec(path) ?? [];
  return before && cursor ? { before, cursor } : null;
}

/** The path and query string of a list. */
export function listPath(address: ListAddress, scope: ListScope): { pathname: string; search: string } {
  if ('search' in scope) return { pathname: '/search', search: listSearch(address, scope) };
  const { cursor, before } = address;
  return {
    pathname: categoryPath(scope.category, cursor ? { before, cursor } : undefined),
    search: listSearch({ ...address, cursor: null }, scope),
  };
}

/** The number of active filters besides the scope. */
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
