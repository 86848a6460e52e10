import { transactionStatuses } from '@contract/admin.ts';
import { dayAndAmountNames } from '../../../lib/day-and-amount-filter.ts';
import { ChoiceFilter, FilterBar, SearchFilter } from '../../../components/filter-bar.tsx';
import { DayAndAmountFilters, FoldedFilters } from '../../../components/folded-filters.tsx';
import { transactionStatusWords } from '../transaction-words.ts';
import type { TransactionFilterName } from './transaction-filter.ts';

type TransactionFiltersProps = {
  /** As they stand in the address. */
  filters: Record<TransactionFilterName, string>;
  isFiltered: boolean;
  onChange(patch: Partial<Record<TransactionFilterName, string>>): void;
  onClear(): void;
};

const statuses = [
  { value: '', label: 'Every state' },
  ...transactionStatuses.map((status) => ({ value: status, label: transactionStatusWords[status] })),
];

/** What narrows the table of transactions. */
export function TransactionFilters({ filters, isFiltered, onChange, onClear }: TransactionFiltersProps) {
  const of = (name: TransactionFilterName) => ({
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
