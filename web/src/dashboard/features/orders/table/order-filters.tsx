import { orderStatuses } from '@contract/orders.ts';
import { dayAndAmountNames } from '../../../lib/day-and-amount-filter.ts';
import { ChoiceFilter, FilterBar, SearchFilter } from '../../../components/filter-bar.tsx';
import { DayAndAmountFilters, FoldedFilters } from '../../../components/folded-filters.tsx';
import { orderStatusWords } from '../../../components/order-status-badge.tsx';
import type { OrderFilterName } from './order-filter.ts';

type OrderFiltersProps = {
  /** As they stand in the address. */
  filters: Record<OrderFilterName, string>;
  isFiltered: boolean;
  onChange(patch: Partial<Record<OrderFilterName, string>>): void;
  onClear(): void;
};

const statuses = [
  { value: '', label: 'Every status' },
  ...orderStatuses.map((status) => ({ value: status, label: orderStatusWords[status] })),
];

const tasks = [
  { value: '', label: 'Any' },
  { value: 'open', label: 'With an open task' },
];

/** What narrows the table of orders. */
export function OrderFilters({ filters, isFiltered, onChange, onClear }: OrderFiltersProps) {
  const of = (name: OrderFilterName) => ({
    value: filters[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <FilterBar isFiltered={isFiltered} onClear={onClear}>
      <SearchFilter
        label="Order number, name, phone or e-mail"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...of('q')}
      />
      <ChoiceFilter label="Status" options={statuses} {...of('status')} />
      <FoldedFilters isUsed={[...dayAndAmountNames, 'tasks' as const].some((name) => filters[name] !== '')}>
        <DayAndAmountFilters of={of} />
        <ChoiceFilter label="Tasks" options={tasks} {...of('tasks')} />
      </FoldedFilters>
    </FilterBar>
  );
}
