import type { OrderStatus } from '@contract/orders.ts';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { statusInPlainText } from '#orders/status-in-plain-text.ts';

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Completed green, pending yellow, failed red, the others grey. */
export const orderStatusTones = {
  pending: 'wait',
  paid: 'paid',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const;

/** The status of an order, in the colours of the specification; a status newer than this page in plain text. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <StatusBadge tone={orderStatusTones[status] ?? 'neutral'}>
      {orderStatusLabels[status] ?? statusInPlainText(status)}
    </StatusBadge>
  );
}
