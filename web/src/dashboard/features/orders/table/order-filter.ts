import type { OrderFilter } from '@contract/admin-orders.ts';
import { type OrderStatus, orderStatuses } from '@contract/orders.ts';
import { dayAndAmountNames, dayAndAmountOf } from '../../../lib/day-and-amount-filter.ts';

/** The names of the filters in the address. */
export const orderFilterNames = ['q', 'status', ...dayAndAmountNames, 'tasks'] as const;
export type OrderFilterName = (typeof orderFilterNames)[number];

/** What the address asks for; what is not understood in it does not filter. */
export function orderFilterOf(filters: Record<OrderFilterName, string>): OrderFilter {
  const filter: OrderFilter = dayAndAmountOf(filters);
  const text = filters.q.trim();
  if (text) filter.text = text;
  if (isStatus(filters.status)) filter.status = filters.status;
  if (filters.tasks === 'open') filter.hasTask = true;
  return filter;
}

const isStatus = (text: string): text is OrderStatus => orderStatuses.some((status) => status === text);
