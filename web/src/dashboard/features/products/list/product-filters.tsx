import { ChoiceFilter, FilterBar, SearchFilter } from '../../../components/filter-bar.tsx';
import { FoldedFilters } from '../../../components/folded-filters.tsx';
import { allCategories } from '../category-names.ts';
import type { productFilters } from './product-rows.ts';

type Filters = Record<(typeof productFilters)[number], string>;

type ProductFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  onChange(patch: Partial<Filters>): void;
  onClear(): void;
};

/** Search, category, sale and stock. */
export function ProductFilters({ filters, isFiltered, onChange, onClear }: ProductFiltersProps) {
  return (
    <FilterBar isFiltered={isFiltered} onClear={onClear}>
      <SearchFilter
        label="Search products"
        placeholder="Name, brand, model, address, search word"
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <ChoiceFilter
        label="Category"
        value={filters.category}
        options={[{ value: '', label: 'All' }, ...allCategories]}
        onChange={(category) => onChange({ category })}
      />
      <FoldedFilters isUsed={filters.state !== '' || filters.stock !== ''}>
        <ChoiceFilter
          label="Sale"
          value={filters.state}
          options={[
            { value: '', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'archived', label: 'Archived' },
          ]}
          onChange={(state) => onChange({ state })}
        />
        <ChoiceFilter
          label="Stock"
          value={filters.stock}
          options={[
            { value: '', label: 'All' },
            { value: 'in', label: 'In stock' },
            { value: 'low', label: 'Low: 1 to 5' },
            { value: 'out', label: 'Out of stock' },
          ]}
          onChange={(stock) => onChange({ stock })}
        />
      </FoldedFilters>
    </FilterBar>
  );
}
