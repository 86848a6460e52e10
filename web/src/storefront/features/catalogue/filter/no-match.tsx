import type { ProductFacets, ProductFilter } from '@contract/product-filter.ts';
import { Button } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { activeParts, type FilterChange } from './filter-parts.ts';

type NoMatchProps = {
  facets: ProductFacets;
  filter: ProductFilter;
  isCategory: boolean;
  onChange: (change: FilterChange) => void;
  onClear: () => void;
};

/** Shown when nothing matches: which filters can be dropped, and how many products that would give. */
export function NoMatch({ facets, filter, isCategory, onChange, onClear }: NoMatchProps) {
  const { without } = facets;
  const parts = activeParts(filter, facets, isCategory);
  const brands = parts.filter(({ part }) => part === 'brand').length;
  // Several brands are one condition: without one of them, the others still apply.
  const offers = parts.filter(({ part }) => (without[part] ?? 0) > 0 && (part !== 'brand' || brands === 1));
  return (
    <div role="status">
      <EmptyState
        title="Nothing matches all of these filters"
        description={
          offers.length > 0
            ? 'There are products if you remove one of them:'
            : 'To find products, remove more than one of them.'
        }
        action={
          <div className="stack gap-2 at-middle">
            {offers.map(({ part, label, remove }) => (
              <Button key={part} variant="secondary" onClick={() => onChange(remove)}>
                {`Without “${label}”: ${without[part] === 1 ? '1 product' : `${without[part]} products`}`}
              </Button>
            ))}
            <Button variant={offers.length > 0 ? 'quiet' : 'secondary'} onClick={onClear}>
              Clear all filters
            </Button>
          </div>
        }
      />
    </div>
  );
}
