import type { OrderCompletion } from '@contract/admin-orders.ts';
import { formatKes } from '../../../../lib/money.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { counted } from '../../../lib/count-words.ts';

/** What will become of orders that somebody wants to complete, one sentence for each thing that is missing. */
export function completionSentences(orders: readonly OrderCompletion[]): string[] {
  const of = (need: OrderCompletion['need']) => orders.filter((order) => order.need === need);
  const [ready, reason, settlement, payment] = [of('nothing'), of('reason'), of('settlement'), of('payment')];
  const sentences: string[] = [];
  if (ready.length > 0)
    sentences.push(
      `${counted(ready.length, 'order becomes', 'orders become')} completed. That can be taken back on the page of the order.`,
    );
  if (reason.length > 0)
    sentences.push(
      `${counted(reason.length, 'large order is', 'large orders are')} approved and not settled, and needs a reason: ${reason.map(nameOf).join(', ')}.`,
    );
  if (settlement.length > 0)
    sentences.push(
      `${counted(settlement.length, 'order stays as it is', 'orders stay as they are')}: not in a statement of the bank yet.`,
    );
  if (payment.length > 0)
    sentences.push(
      `${counted(payment.length, 'order stays as it is', 'orders stay as they are')}: not paid.`,
    );
  return sentences;
}

const nameOf = ({ id, totalAmount }: OrderCompletion) => `#${orderNumber(id)} (${formatKes(totalAmount)})`;
