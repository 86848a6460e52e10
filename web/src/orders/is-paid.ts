import type { Order } from '@contract/orders.ts';

/** Whether the whole price of an order has been received: it is paid, or completed after that. */
export function isPaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'paid' || status === 'completed';
}
