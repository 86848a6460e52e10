import type { ProductFilter } from '@contract/product-filter.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { promptPart } from '#components/page/prompt-suspense.tsx';
import { Button } from '#components/forms/button.tsx';
import { useBackCloses } from '#lib/loading/use-back-closes.ts';

type FilterButtonProps = {
  filter: ProductFilter;
  /** The number of active filters. */
  count: number;
  isCategory: boolean;
  className?: string;
  /** Applies the filter, replacing the history entry that the open sheet has added. */
  onApply: (filter: ProductFilter) => void;
};

/** On a phone: opens the filters. They are applied when the sheet is closed; Back closes it without applying them. */
export function FilterButton({ filter, count, isCategory, className, onApply }: FilterButtonProps) {
  const [draft, setDraft] = useState<ProductFilter | null>(null);
  const [opened, setOpened] = useState<ProductFilter | null>(null);
  const close = useCallback(() => setDraft(null), []);
  const closeByButton = useBackCloses(draft !== null, close);
  const apply = () => {
    if (!draft || draft === opened) return closeByButton();
    onApply(draft);
    close();
  };
  return (
    <div className={className}>
      <Button
        variant="secondary"
        icon={<SlidersHorizontal />}
        aria-haspopup="dialog"
        onClick={() => {
          setDraft(filter);
          setOpened(filter);
        }}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {opened ? (
        <FilterSheet
          filter={draft ?? filter}
          isOpen={draft !== null}
          isCategory={isCategory}
          onChange={(change) => setDraft((now) => now && change(now))}
          onClose={apply}
        />
      ) : null}
    </div>
  );
}

// Not part of the first load of a list.
const FilterSheet = promptPart('FilterSheet', () => import('./filter-sheet.tsx'));
