import type { OrderCompletion } from '@contract/admin-orders.ts';
import { formatKes } from '@contract/money.ts';
import { orderNumber } from '@contract/order-number.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { counted } from '#dashboard/lib/format-count.ts';

/** The button that completes an order, or several. */
export const completeLabel = `Mark as ${orderStatusLabels.completed}`;

/** What completing these orders will do, one sentence for each thing that is missing. */
export function completionSentences(
  orders: readonly OrderCompletion[],
): { need: OrderCompletion['need']; sentence: string }[] {
  return needs.flatMap((need) => {
    const those = orders.filter((order) => order.need === need);
    return those.length > 0 ? [{ need, sentence: sentenceOf[need](those) }] : [];
  });
}

const needs = [
  'nothing',
  'reason',
  'settlement',
  'payment',
  'pieces',
  'charged_back',
  'question',
  'refunded',
  'completed',
] as const;

const sentenceOf: Record<OrderCompletion['need'], (orders: readonly OrderCompletion[]) => string> = {
  nothing: ({ length }) =>
    `${counted(length, 'order becomes', 'orders become')} completed. You can undo that on the page of the order.`,
  reason: (orders) =>
    `${counted(orders.length, 'large order', 'large orders')}: paid by card, not yet in the bank’s statement: ${orders.map(nameOf).join(', ')}.`,
  settlement: ({ length }) => `${unchangedOrders(length)}: not in a statement of the bank yet.`,
  payment: ({ length }) => `${unchangedOrders(length)}: not paid.`,
  pieces: (orders) =>
    `${unchangedOrders(orders.length)}: some pieces have not left yet: ${orders.map(nameOf).join(', ')}.`,
  charged_back: (orders) =>
    `${unchangedOrders(orders.length)}: the bank takes their money back: ${orders.map(nameOf).join(', ')}.`,
  question: (orders) =>
    `${unchangedOrders(orders.length)}: Safaricom lists another sum for a payment: ${orders.map(nameOf).join(', ')}.`,
  refunded: ({ length }) => `${unchangedOrders(length)}: fully refunded.`,
  completed: ({ length }) => `${unchangedOrders(length)}: completed already.`,
};

const unchangedOrders = (count: number) => counted(count, 'order stays as it is', 'orders stay as they are');

const nameOf = ({ id, totalAmount }: OrderCompletion) => `#${orderNumber(id)} (${formatKes(totalAmount)})`;
