import { maxProductsAtOnce } from '@contract/product-changes.ts';
import { useCallback, useState } from 'react';
import { tabState } from '../../../../lib/stored-state.ts';

const keptIds = tabState('admin-products-selected', 1, parseIds);

/** Which products are selected: stays while pages and filters change, and after a reload. At most 500. */
export function useKeptSelection(): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(keptIds.recall()));
  const keep = useCallback((next: ReadonlySet<string>) => {
    const ids = [...next].slice(0, maxProductsAtOnce);
    keptIds.remember(ids);
    setSelected(new Set(ids));
  }, []);
  return [selected, keep];
}

function parseIds(kept: unknown): string[] | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((id) => typeof id === 'string').slice(0, maxProductsAtOnce);
}
