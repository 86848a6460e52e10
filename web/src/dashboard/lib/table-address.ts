import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export type TableSort<By extends string = string> = { by: By; descending: boolean };

type Shape<By extends string, Filter extends string> = {
  sorts: readonly By[];
  defaultSort: TableSort<By>;
  filters: readonly Filter[];
};

/**
 * Where a table stands: page, order and filters, kept in the address so that Back, reload and a link sent to a
 * colleague find it again. What is not understood in the address reads as not being there.
 */
export function useTableAddress<By extends string, Filter extends string>({
  sorts,
  defaultSort,
  filters: names,
}: Shape<By, Filter>) {
  const [params, setParams] = useSearchParams();
  const page = readPage(params.get('page'));
  const sort = readSort(params.get('sort'), sorts) ?? defaultSort;
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Filter,
    string
  >;

  const change = useCallback(
    (patch: Record<string, string>, { replace }: { replace: boolean }) => {
      setParams(
        () => {
          // As the address is now: a search that waits for the next letter must not undo what was pressed meanwhile.
          const next = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(patch)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      );
    },
    [setParams],
  );

  return {
    page,
    sort,
    filters,
    isFiltered: names.some((name) => filters[name] !== ''),
    setPage: (to: number) => change({ page: to > 1 ? String(to) : '' }, { replace: false }),
    /** The same column again turns the order round. */
    setSort: (by: By) => {
      const descending = sort.by === by ? !sort.descending : false;
      const isDefault = by === defaultSort.by && descending === defaultSort.descending;
      change({ sort: isDefault ? '' : `${descending ? '-' : ''}${by}`, page: '' }, { replace: false });
    },
    /** Typing in a filter is one step in the browser's history, not one for each letter. */
    setFilters: (patch: Partial<Record<Filter, string>>) =>
      change({ ...(patch as Record<string, string>), page: '' }, { replace: true }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), { replace: false }),
  };
}

/** A page number in an address: 1 for what is none. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** `price` is ascending, `-price` descending; null for a column that cannot be sorted. */
export function readSort<By extends string>(text: string | null, sorts: readonly By[]): TableSort<By> | null {
  const descending = text?.startsWith('-') ?? false;
  const by = sorts.find((name) => name === (descending ? text?.slice(1) : text));
  return by === undefined ? null : { by, descending };
}
