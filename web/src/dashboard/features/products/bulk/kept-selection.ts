import { mostProductsAtOnce } from '@contract/product-changes.ts';
import { useCallback, useState } from 'react';
import { tabState } from '../../../../lib/stored-state.ts';

const keptIds = tabState('admin-products-selected', 1, parseIds);

/** Which products are ticked: stays over pages, filters and a reload of the tab. At most 500, the first ones ticked. */
export function useKeptSelection(): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(keptIds.recall()));
  const keep = useCallback((next: ReadonlySet<string>) => {
    const ids = [...next].slice(0, mostProductsAtOnce);
    keptIds.remember(ids);
    setSelected(new Set(ids));
  }, []);
  return [selected, keep];
}

function parseIds(kept: unknown): string[] | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((id) => typeof id === 'string').slice(0, mostProductsAtOnce);
}
