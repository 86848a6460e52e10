import { orderStatuses } from '@contract/orders.ts';
import {
  ChoiceFilter,
  DateFilter,
  FilterBar,
  NumberFilter,
  SearchFilter,
} from '../../admin-frame/filter-bar.tsx';
import { orderStatusWords } from '../order-status-badge.tsx';
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
  { value: '', label: 'With or without' },
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
      <DateFilter label="From day" {...of('from')} />
      <DateFilter label="To day" {...of('to')} />
      <NumberFilter label="From KES" {...of('min')} />
      <NumberFilter label="To KES" {...of('max')} />
      <ChoiceFilter label="Tasks" options={tasks} {...of('tasks')} />
    </FilterBar>
  );
}
