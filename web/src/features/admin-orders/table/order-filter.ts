import type { OrderFilter } from '@contract/admin-orders.ts';
import { type OrderStatus, orderStatuses } from '@contract/orders.ts';
import { nairobiDayStart } from '../../../lib/nairobi-time.ts';

/** The names of the filters in the address. */
export const orderFilterNames = ['q', 'status', 'from', 'to', 'min', 'max', 'tasks'] as const;
export type OrderFilterName = (typeof orderFilterNames)[number];

/** What the address asks for; what is not understood in it does not filter. */
export function orderFilterOf(filters: Record<OrderFilterName, string>): OrderFilter {
  const filter: OrderFilter = {};
  const text = filters.q.trim();
  if (text) filter.text = text;
  if (isStatus(filters.status)) filter.status = filters.status;
  if (nairobiDayStart(filters.from)) filter.from = filters.from;
  if (nairobiDayStart(filters.to)) filter.to = filters.to;
  if (isAmount(filters.min)) filter.min = Number(filters.min);
  if (isAmount(filters.max)) filter.max = Number(filters.max);
  if (filters.tasks === 'open') filter.hasTask = true;
  return filter;
}

const isStatus = (text: string): text is OrderStatus => orderStatuses.some((status) => status === text);
const isAmount = (text: string) => /^\d{1,9}$/.test(text);
