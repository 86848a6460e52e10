import type { ProductFilter } from '@contract/product-filter.ts';
import { Button } from '#components/forms/button.tsx';
import { Drawer } from '#components/overlays/drawer.tsx';
import { Notice } from '#components/page/notice.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { useProductFacets } from '../list/product-list-queries.ts';
import type { FilterChange } from './filter-parts.ts';
import { ProductFilters } from './product-filters.tsx';

type FilterSheetProps = {
  filter: ProductFilter;
  isCategory: boolean;
  isOpen: boolean;
  onChange: (change: FilterChange) => void;
  /** Applies what was ticked. */
  onClose: () => void;
};

/** On a phone: the filters in a sheet whose footer shows how many products match. */
export function FilterSheet({ filter, isCategory, isOpen, onChange, onClose }: FilterSheetProps) {
  const { data: facets, error, isPlaceholderData } = useProductFacets(filter, isOpen);
  const total = facets?.total ?? 0;
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      title="Filters"
      closeLabel="Close filters"
      footer={
        <Button size="large" wide busy={isPlaceholderData} onClick={onClose}>
          {facets ? (total === 1 ? 'Show 1 product' : `Show ${total} products`) : 'Show products'}
        </Button>
      }
    >
      {facets ? (
        <ProductFilters facets={facets} filter={filter} isCategory={isCategory} onChange={onChange} />
      ) : error ? (
        <Notice tone="error">The filters could not be loaded. Close them and try again.</Notice>
      ) : (
        <Loading label="Loading filters">
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
    </Drawer>
  );
}
