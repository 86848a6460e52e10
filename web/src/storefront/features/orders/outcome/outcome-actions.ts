import type { Outcome } from '@contract/payment-return.ts';
import { orderMessage, type OrderState } from '#orders/order-message.ts';
import { earlierPaymentsText } from '#orders/earlier-payments-text.ts';
import type { PaymentState } from './payment-state.ts';

/** What a buyer can do next on an outcome page; `retry` is the checkout, with the order's lines in the cart again; `other-ways` its page, which names them. */
export type OutcomeAction = 'retry' | 'pay' | 'view-order' | 'other-ways' | 'orders';

/**
 * The actions on the outcome page of an order that is not paid, the main one first, besides the link to the shop. A
 * buyer who must not pay again is not asked to; and when a part has been received, only the rest of that order is
 * paid, never a new one.
 */
export function outcomeActions(
  outcome: Outcome,
  state: PaymentState,
  order: OrderState | null = null,
): OutcomeAction[] {
  // The bank reported success a moment ago: its records may only be slow.
  const mayBePaid = state === 'confirming' || (state === 'unpaid' && outcome === 'success');
  if (order && (earlierPaymentsText(order) || orderMessage(order).nextStep === 'call')) {
    const canPay = orderMessage(order).nextStep === 'pay' && !mayBePaid;
    return canPay ? ['pay', 'view-order'] : ['view-order'];
  }
  if (outcome === 'failed' || outcome === 'error') {
    // The next step is not known yet, and a button must not change while it is being tapped.
    if (state === 'checking' && !order) return [];
    if (isUnclear(state)) return ['view-order'];
    return order && orderMessage(order).nextStep === 'pay' ? ['retry', 'other-ways'] : ['retry'];
  }
  if (state === 'not-received') return ['retry', 'orders'];
  return state === 'unpaid' && outcome === 'tryLater' ? ['pay', 'orders'] : ['orders'];
}

/** Whether nobody can say yet if the money was paid. */
const isUnclear = (state: PaymentState) => ['confirming', 'checking', 'unknown'].includes(state);
