import { mostProductsAtOnce } from '@contract/product-changes.ts';
import { useCallback, useState } from 'react';
import { recall, remember } from '../../../../lib/session-storage.ts';

const storageName = 'admin-products-selected';
const version = 1;

/** Which products are ticked: stays over pages, filters and a reload of the tab. At most 500, the first ones ticked. */
export function useKeptSelection(): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => recall(storageName, parseSelection) ?? new Set(),
  );
  const keep = useCallback((next: ReadonlySet<string>) => {
    const ids = [...next].slice(0, mostProductsAtOnce);
    remember(storageName, { version, ids });
    setSelected(new Set(ids));
  }, []);
  return [selected, keep];
}

/** A kept selection; null when it is of another version. */
export function parseSelection(kept: unknown): ReadonlySet<string> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { version: keptVersion, ids } = kept as { version?: unknown; ids?: unknown };
  if (keptVersion !== version || !Array.isArray(ids)) return null;
  return new Set(ids.filter((id): id is string => typeof id === 'string').slice(0, mostProductsAtOnce));
}
