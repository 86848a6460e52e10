import type { Order } from '@contract/orders.ts';
import { isPaid } from '@contract/is-paid.ts';

export type EarlierOrderPlan = 'show-paid' | 'show-open' | 'pay-again' | 'order-anew';

/**
 * What to do when the buyer submits an order again that was already taken to the bank. A paid one must not be paid
 * twice, one that the bank is still deciding on must wait, an unpaid one is paid as it is, and only a closed one is
 * replaced by a new order.
 */
export function planForEarlierOrder({
  status,
  nextStep,
}: Pick<Order, 'status' | 'nextStep'>): EarlierOrderPlan {
  if (nextStep === 'pay') return 'pay-again';
  if (nextStep === 'wait') return 'show-open';
  return isPaid({ status }) ? 'show-paid' : 'order-anew';
}
