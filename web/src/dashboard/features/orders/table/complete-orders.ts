import type { OrderCompletion } from '@contract/admin-orders.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { orderNumber } from '@contract/order-number.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { counted } from '#dashboard/lib/format-count.ts';

/** Why an order was not completed. */
type SkipReason =
  | 'transition_refused'
  | 'all_refunded'
  | 'charged_back'
  | 'pieces_left'
  | 'not_settled'
  | 'reason_required';
/** The orders that are completed now, and those that could not be. */
export type Completed = { done: string[]; refused: { id: string; because: SkipReason }[] };

/**
 * Marks orders as completed, one after the other. An order that is unpaid, refunded or partly sent, or lacks what the settings require, is
 * skipped; one that is completed already counts as done.
 * @param reason for those that need one
 * @param onDone called after each
 * @throws ApiError, ConnectionError when it cannot continue; orders already passed to `onDone` stay completed
 */
export async function completeOrders(
  orders: readonly Pick<OrderCompletion, 'id' | 'need'>[],
  reason: string | undefined,
  onDone: (sofar: Completed) => void,
): Promise<Completed> {
  const completed: Completed = { done: [], refused: [] };
  for (const { id, need } of orders) {
    try {
      await callSql('advance_order', {
        p_order_id: id,
        p_status: 'completed',
        p_reason: need === 'reason' ? reason : undefined,
      });
      completed.done.push(id);
    } catch (error) {
      const because = error instanceof ApiError && skipReasons.find((code) => code === error.reply?.code);
      if (!because) throw error;
      completed.refused.push({ id, because });
    }
    onDone(completed);
  }
  return completed;
}

/** `3 orders are completed. 1 could not be: only a paid order can.` */
export function completedText({ done, refused }: Completed): string {
  const good =
    done.length > 0
      ? `${counted(done.length, 'order is', 'orders are')} completed.`
      : 'No order was completed.';
  const skipped = skipReasons.flatMap((because) => {
    const count = refused.filter((order) => order.because === because).length;
    return count > 0 ? [`${count} could not be: ${skippedText[because]}.`] : [];
  });
  return [good, ...skipped].join(' ');
}

/** How many orders are named. */
const maxNamed = 5;

/** `Not completed: #01ADD454, #01ADD455 and 3 more.` @param ids the orders that were to be completed */
export function notCompletedText(ids: readonly string[], { done }: Completed): string {
  const left = ids.filter((id) => !done.includes(id));
  const named = left.slice(0, maxNamed).map((id) => `#${orderNumber(id)}`);
  const more = left.length > maxNamed ? ` and ${left.length - maxNamed} more` : '';
  return `Not completed: ${named.join(', ')}${more}.`;
}

const skippedText: Record<SkipReason, string> = {
  transition_refused: 'only a paid order can',
  all_refunded: 'all its money was given back',
  charged_back: 'the bank takes its money back',
  pieces_left: 'some of its pieces have not left yet',
  not_settled: 'the payment is not settled yet',
  reason_required: 'a large order that is not settled needs a reason',
};
const skipReasons = Object.keys(skippedText) as SkipReason[];
