import type { Order, OrderPayment } from './orders.ts';

/** Whether the whole price of an order has been received: it is paid, or completed after that. */
export function isPaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'paid' || status === 'completed';
}

/** Whether all money that pays an order was refunded, as SQL counts it: a further charge is apart. */
export function isRefunded({ acceptedCents, refundedCents }: OrderPayment): boolean {
  return acceptedCents <= 0 && refundedCents > 0;
}
