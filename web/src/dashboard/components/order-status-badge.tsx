import { StatusBadge } from '#components/tables/status-badge.tsx';
import type { StatusToShow } from '@contract/orders.ts';
import { shownStatusOf } from '#orders/order-status-text.ts';

/** The status of an order. */
export function OrderStatusBadge({ of }: { of: StatusToShow }) {
  const { tone, label } = shownStatusOf(of);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
