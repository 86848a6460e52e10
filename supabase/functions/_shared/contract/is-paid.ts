import type { Order } from './orders.ts';

/** Whether an order is paid, or completed after that, as the specification calls it; money may be owed again since. */
export function isPaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'paid' || status === 'completed';
}

/** Whether it is called paid: not once money is owed again. */
export function isCalledPaid({ word }: Pick<Order, 'word'>): boolean {
  return word === 'paid' || word === 'completed' || word === 'refunded';
}
