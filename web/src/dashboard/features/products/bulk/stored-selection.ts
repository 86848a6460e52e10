import { useCallback, useState } from 'react';
import { tabState } from '#lib/storage/stored-state.ts';
import { maxProductsAtOnce } from '../product-queries.ts';

const storedIds = tabState('admin-products-selected', 1, parseIds);

/** The selected products: unaffected by page and filter changes, restored after a reload. At most 500. */
export function useStoredSelection(): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(storedIds.recall()));
  const setAndStore = useCallback((next: ReadonlySet<string>) => {
    const ids = [...next].slice(0, maxProductsAtOnce);
    storedIds.remember(ids);
    setSelected(new Set(ids));
  }, []);
  return [selected, setAndStore];
}

function parseIds(stored: unknown): string[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.filter((id) => typeof id === 'string').slice(0, maxProductsAtOnce);
}
