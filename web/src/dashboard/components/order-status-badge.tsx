import type { OrderStatus } from '@contract/orders.ts';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { statusLabelOf, statusToneOf } from '#orders/order-status-text.ts';

/** The status of an order. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge tone={statusToneOf(status)}>{statusLabelOf(status)}</StatusBadge>;
}
