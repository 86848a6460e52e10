import type { ProductFilter } from '@contract/product-filter.ts';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../components/button.tsx';

type FilterButtonProps = {
  filter: ProductFilter;
  /** Filters that are on. */
  count: number;
  isShelf: boolean;
  className?: string;
  onChange: (filter: ProductFilter) => void;
};

/** On a phone: opens the filters. What is chosen there counts when the sheet is closed by its own button. */
export function FilterButton({ filter, count, isShelf, className, onChange }: FilterButtonProps) {
  const [draft, setDraft] = useState<ProductFilter | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => setDraft(null);
  return (
    <div className={className}>
      <Button
        variant="secondary"
        icon={<SlidersHorizontal aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setDraft(filter);
          setWasOpened(true);
        }}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <FilterSheet
            filter={draft ?? filter}
            isOpen={draft !== null}
            isShelf={isShelf}
            onChange={setDraft}
            onClose={close}
            onApply={() => {
              if (draft) onChange(draft);
              close();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

// Nobody waits for it who only looks at the shelf.
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));
