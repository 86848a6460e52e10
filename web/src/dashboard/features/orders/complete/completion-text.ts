import type { OrderCompletion } from '@contract/admin-orders.ts';
import { formatKes } from '@contract/money.ts';
import { orderNumber } from '@contract/order-number.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';

/** The button that completes an order. */
export const completeLabel = `Mark as ${orderStatusLabels.completed}`;

const unchanged = '1 order stays as it is';

const sentenceOf: Record<OrderCompletion['need'], (name: string) => string> = {
  nothing: () => '1 order becomes completed. You can undo that on the page of the order.',
  reason: (name) => `1 large order: paid by card, not yet in the bank’s statement: ${name}.`,
  settlement: () => `${unchanged}: not in a statement of the bank yet.`,
  payment: () => `${unchanged}: not paid.`,
  pieces: (name) => `${unchanged}: some pieces have not left yet: ${name}.`,
  charged_back: (name) => `${unchanged}: the bank takes their money back: ${name}.`,
  question: (name) => `${unchanged}: Safaricom lists another sum for a payment: ${name}.`,
  refunded: () => `${unchanged}: fully refunded.`,
  completed: () => `${unchanged}: completed already.`,
};

/** What completing this order will do, or what is missing. */
export const completionSentence = ({ id, totalAmount, need }: OrderCompletion): string =>
  sentenceOf[need](`#${orderNumber(id)} (${formatKes(totalAmount)})`);
