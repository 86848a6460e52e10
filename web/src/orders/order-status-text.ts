import type { OrderStatus } from '@contract/orders.ts';

/** What shoppers and staff call each status of an order. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const tones = {
  pending: 'wait',
  paid: 'paid',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<OrderStatus, string>;

/** The label of a status; one newer than this page in plain text: `ready_to_ship` is `Ready to ship`. */
export function statusLabelOf(status: OrderStatus): string {
  const text = status.replaceAll('_', ' ');
  return orderStatusLabels[status] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** The colour of a status: completed green, pending yellow, failed red, the others grey, and so are newer ones. */
export function statusToneOf(status: OrderStatus): (typeof tones)[OrderStatus] {
  return tones[status] ?? 'neutral';
}
