import type { TransactionFilter } from '@contract/admin-transactions.ts';
import { transactionStatuses } from '@contract/admin.ts';
import { choiceOf, dayAndAmountFilters, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { type DayAndAmountName, dayAndAmountOf } from '#dashboard/lib/day-and-amount-filter.ts';
import { noOrder, transactionStatusLabels } from '../transaction-text.ts';
import { optionsOf } from '#components/forms/select-field.tsx';

type TransactionFilterName = 'q' | 'status' | DayAndAmountName;

export const transactionFilters: readonly TableFilter<TransactionFilterName>[] = [
  {
    name: 'q',
    kind: 'search',
    label: 'Order, customer, reference or bank’s payment number',
  },
  choiceOf(
    'status',
    'Status',
    'Every status',
    [{ value: 'rest', label: noOrder }, ...optionsOf(transactionStatuses, transactionStatusLabels)],
    [
      { value: 'rest', label: 'No order' },
      { value: 'pending', label: transactionStatusLabels.pending },
      { value: '', label: 'All' },
    ],
  ),
  ...dayAndAmountFilters,
];

/** Reads the filter from the URL; invalid values are ignored. */
export function transactionFilterOf(filters: Record<TransactionFilterName, string>): TransactionFilter {
  const filter: TransactionFilter = dayAndAmountOf(filters);
  const text = filters.q.trim();
  if (text) filter.text = text;
  const status = transactionStatuses.find((one) => one === filters.status);
  if (status) filter.status = status;
  if (filters.status === 'rest') filter.hasRest = true;
  return filter;
}
