import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import type { DayAndAmountName } from '../lib/day-and-amount-filter.ts';
import { DateFilter, NumberFilter } from './filter-bar.tsx';

/** Filters beside the usual ones; on a phone they are folded, for the rows are what one came for. */
export function FoldedFilters({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const isWide = useIsWide('(min-width: 860px)');
  const [isUnfolded, setIsUnfolded] = useState(isUsed);
  // Also when a link or Back has filtered since.
  if (isWide || isUnfolded || isUsed) return children;
  return (
    <Button
      variant="secondary"
      icon={<SlidersHorizontal aria-hidden="true" />}
      onClick={() => setIsUnfolded(true)}
    >
      Filters
    </Button>
  );
}

type DayAndAmountFiltersProps = {
  of(name: DayAndAmountName): { value: string; onChange(value: string): void };
};

/** From which day to which, and from which amount to which. */
export function DayAndAmountFilters({ of }: DayAndAmountFiltersProps) {
  return (
    <>
      <DateFilter label="From day" {...of('from')} />
      <DateFilter label="To day" {...of('to')} />
      <NumberFilter label="From KES" {...of('min')} />
      <NumberFilter label="To KES" {...of('max')} />
    </>
  );
}
