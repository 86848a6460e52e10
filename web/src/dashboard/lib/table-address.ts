import type { RowCursor } from '@contract/admin.ts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageSize } from './admin-queries.ts';

export type TableSort<By extends string = string> = { by: By; descending: boolean };

type Shape<By extends string, Filter extends string> = {
  /** None where the rows have one order only, which the query knows. */
  sorts?: readonly By[];
  defaultSort?: TableSort<By>;
  filters: readonly { name: Filter }[];
};

/** The page, sort and filters of a table, and functions to change them. */
export type TableAddress<By extends string = string, Filter extends string = string> = {
  page: number;
  /** The row behind which the page begins; of an address that names no row, behind how many. */
  after: RowCursor | number | undefined;
  sort: TableSort<By>;
  filters: Record<Filter, string>;
  isFiltered: boolean;
  /** @param after the last row of this page, when it is the next */
  setPage(to: number, after?: RowCursor | null): void;
  /** Sorts by a column; where no direction is given, the same column again reverses the order. */
  setSort(by: string, descending?: boolean): void;
  /** Replaces the history entry while typing, so that there is not one per letter. */
  setFilters(patch: Partial<Record<Filter, string>>): void;
  clear(): void;
};

/**
 * The page, sort and filters of a table in the URL, so that Back, a reload and a shared link show the same rows.
 * Invalid values are ignored.
 */
export function useTableAddress<By extends string, Filter extends string>({
  sorts = [],
  defaultSort = { by: '' as By, descending: false },
  filters: shape,
}: Shape<By, Filter>): TableAddress<By, Filter> {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const names = shape.map(({ name }) => name);
  const sort = readSort(params.get('sort'), sorts) ?? defaultSort;
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
  const page = readPage(params.get('page'));
  const cursor = page === 1 ? undefined : readCursor(params.get('after'));
  return {
    page,
    after: cursor ?? ((page - 1) * pageSize || undefined),
    sort,
    filters: filters as Record<Filter, string>,
    isFiltered: names.some((name) => filters[name] !== ''),
    setPage: (to, after) =>
      change({ page: to > 1 ? String(to) : '', after: after ? JSON.stringify(after) : '' }),
    setSort: (by, descending = sort.by === by && !sort.descending) => {
      const isDefault = by === defaultSort.by && descending === defaultSort.descending;
      change({ sort: isDefault ? '' : `${descending ? '-' : ''}${by}`, page: '', after: '' });
    },
    setFilters: (patch) =>
      change({ ...(patch as Record<string, string>), page: '', after: '' }, { replace: true }),
    clear: () => change(Object.fromEntries([...names, 'page', 'after'].map((name) => [name, '']))),
  };
}

/** Changes some parameters of the URL, and keeps the others; an empty value removes one. */
export function useChangeAddress() {
  const [, setParams] = useSearchParams();
  return useCallback(
    (patch: Record<string, string>, { replace = false } = {}) =>
      setParams(
        () => {
          // Reads the current URL: a debounced search must not undo a change made meanwhile.
          const next = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(patch)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
}

/** The page number in the URL, or 1. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** The last row of the page before; undefined for a text that is not a cursor. */
function readCursor(text: string | null): RowCursor | undefined {
  try {
    const [place, id] = JSON.parse(text ?? '[]') as unknown[];
    return typeof place === 'string' && typeof id === 'string' ? [place, id] : undefined;
  } catch {
    return undefined;
  }
}

/** `price` is ascending, `-price` descending; null for a column that cannot be sorted. */
export function readSort<By extends string>(text: string | null, sorts: readonly By[]): TableSort<By> | null {
  const descending = text?.startsWith('-') ?? false;
  const by = sorts.find((name) => name === (descending ? text?.slice(1) : text));
  return by === undefined ? null : { by, descending };
}
