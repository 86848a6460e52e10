import { transactionStatuses } from '@contract/admin.ts';
import { dayAndAmountNames } from '../../../lib/day-and-amount-filter.ts';
import { ChoiceFilter, FilterBar, SearchFilter } from '../../../components/filter-bar.tsx';
import { DayAndAmountFilters, FoldedFilters } from '../../../components/folded-filters.tsx';
import { attemptStatusWords } from '../attempt-words.ts';
import type { AttemptFilterName } from './attempt-filter.ts';

type AttemptFiltersProps = {
  /** As they stand in the address. */
  filters: Record<AttemptFilterName, string>;
  isFiltered: boolean;
  onChange(patch: Partial<Record<AttemptFilterName, string>>): void;
  onClear(): void;
};

const statuses = [
  { value: '', label: 'Every state' },
  ...transactionStatuses.map((status) => ({ value: status, label: attemptStatusWords[status] })),
];

/** What narrows the table of payment attempts. */
export function AttemptFilters({ filters, isFiltered, onChange, onClear }: AttemptFiltersProps) {
  const of = (name: AttemptFilterName) => ({
    value: filters[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <FilterBar isFiltered={isFiltered} onClear={onClear}>
      <SearchFilter
        label="Order, customer, reference or bank's transaction"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...of('q')}
      />
      <ChoiceFilter label="State" options={statuses} {...of('status')} />
      <FoldedFilters isUsed={dayAndAmountNames.some((name) => filters[name] !== '')}>
        <DayAndAmountFilters of={of} />
      </FoldedFilters>
    </FilterBar>
  );
}
