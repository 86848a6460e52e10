import { isUuid } from '@contract/uuid.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import type { TableFilter } from './table-filters.tsx';

/** Filters of a table of which that of one product, set by a link, names it: `Product: Hand auger`. @param id '': none */
export function useNamedProduct<Name extends string>(
  filters: readonly TableFilter<Name>[],
  id: string,
): readonly TableFilter<Name>[] {
  const { data } = useSql('products_by_ids', { p_ids: [id] }, { enabled: isUuid(id) });
  const product = data?.[0];
  if (!product) return filters;
  return filters.map((filter) =>
    filter.name === 'product' && filter.kind === 'from a link'
      ? { ...filter, option: `${filter.label}: ${product.name}` }
      : filter,
  );
}
