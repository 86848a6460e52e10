import type { OrderFilter } from '@contract/admin-orders.ts';
import { orderStatuses } from '@contract/orders.ts';
import { isUuid } from '@contract/uuid.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { choiceOf, dayAndAmountFilters, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { type DayAndAmountName, dayAndAmountOf } from '#dashboard/lib/day-and-amount-filter.ts';
import { optionsOf } from '#components/forms/select-field.tsx';

type OrderFilterName = 'q' | 'status' | 'product' | 'tasks' | DayAndAmountName;

export const orderFilters: readonly TableFilter<OrderFilterName>[] = [
  { name: 'q', kind: 'search', label: 'Order number, name, phone or e-mail' },
  choiceOf(
    'status',
    'Status',
    'Every status',
    [
      ...optionsOf(orderStatuses, orderStatusLabels),
      { value: 'to-send', label: 'To send or do' },
      { value: 'unpaid', label: 'Unpaid' },
      { value: 'owed', label: 'To be paid' },
      { value: 'partly-paid', label: 'Partly paid' },
      { value: 'to-order', label: 'Waiting for the maker' },
      { value: 'certificate', label: 'Certificate expected' },
    ],
    [
      { value: 'to-send', label: 'To send or do' },
      { value: 'owed', label: 'To be paid' },
      { value: 'unpaid', label: 'Unpaid' },
      { value: '', label: 'All' },
    ],
  ),
  { name: 'product', kind: 'from a link', label: 'Waiting for', option: 'One product' },
  ...dayAndAmountFilters,
  choiceOf('tasks', 'Tasks', 'Any', [{ value: 'open', label: 'With an open task' }]),
];

/** Reads the filter from the URL; invalid values are ignored. */
export function orderFilterOf(filters: Record<OrderFilterName, string>): OrderFilter {
  const filter: OrderFilter = dayAndAmountOf(filters);
  const text = filters.q.trim();
  if (text) filter.text = text;
  const status = orderStatuses.find((one) => one === filters.status);
  if (status) filter.status = status;
  if (filters.status === 'to-send') filter.toSend = true;
  if (filters.status === 'unpaid') filter.isUnpaid = true;
  if (filters.status === 'owed') filter.isOwed = true;
  if (filters.status === 'partly-paid') filter.partlyPaid = true;
  if (filters.status === 'to-order') filter.waits = true;
  if (filters.status === 'certificate') filter.certificate = true;
  if (isUuid(filters.product)) filter.waitsFor = filters.product;
  if (filters.tasks === 'open') filter.hasTask = true;
  return filter;
}
