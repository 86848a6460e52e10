import { orderStatuses } from '@contract/orders.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
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
  { value: '', label: 'Any' },
  { value: 'open', label: 'With an open task' },
];

/** Beside the search and the status; on a phone they are folded, for the orders are what one came for. */
const foldable = ['from', 'to', 'min', 'max', 'tasks'] as const;

/** What narrows the table of orders. */
export function OrderFilters({ filters, isFiltered, onChange, onClear }: OrderFiltersProps) {
  const isWide = useIsWide('(min-width: 860px)');
  const [isUnfolded, setIsUnfolded] = useState(() => foldable.some((name) => filters[name] !== ''));
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
      {isWide || isUnfolded ? (
        <>
          <DateFilter label="From day" {...of('from')} />
          <DateFilter label="To day" {...of('to')} />
          <NumberFilter label="From KES" {...of('min')} />
          <NumberFilter label="To KES" {...of('max')} />
          <ChoiceFilter label="Tasks" options={tasks} {...of('tasks')} />
        </>
      ) : (
        <Button
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setIsUnfolded(true)}
        >
          Filters
        </Button>
      )}
    </FilterBar>
  );
}
