import type { ProductFilter } from '@contract/product-filter.ts';
import { X } from 'lucide-react';
import styles from './filter-chips.module.css';
import { activeParts, type FilterChange, type KnownFacets } from './filter-parts.ts';

type FilterChipsProps = {
  filter: ProductFilter;
  facets: KnownFacets | undefined;
  isCategory: boolean;
  onChange: (change: FilterChange) => void;
  onClear: () => void;
};

/** The active filters, each with a button that removes it. */
export function FilterChips({ filter, facets, isCategory, onChange, onClear }: FilterChipsProps) {
  const parts = activeParts(filter, facets ?? nothingKnown, isCategory);
  return (
    <ul aria-label="Active filters" className="flex gap-2 wrap">
      {parts.map(({ part, label, remove }) => (
        <li key={`${part} ${label}`}>
          <button
            type="button"
            className={`row gap-1 target rounded small icons-18 ${styles.chip}`}
            onClick={() => onChange(remove)}
          >
            <span className="visually-hidden">Remove filter: </span>
            {label}
            <X />
          </button>
        </li>
      ))}
      {parts.length > 1 ? (
        <li>
          <button type="button" className={`link-button row target small ${styles.clear}`} onClick={onClear}>
            Clear all
          </button>
        </li>
      ) : null}
    </ul>
  );
}

const nothingKnown: KnownFacets = { specs: [], texts: [] };
