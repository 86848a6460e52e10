import type { OrderCompletion } from '@contract/admin-orders.ts';
import { advanceOrder } from '@contract/admin-requests.ts';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { counted } from '../../../lib/count-words.ts';

/** Why an order is left as it is. */
type LeftBecause = 'transition_refused' | 'not_settled' | 'reason_required';
/** Orders that are completed now, and orders that could not be. */
export type Completed = { done: string[]; refused: { id: string; because: LeftBecause }[] };

/**
 * Marks orders as completed, one after the other. One that is not paid, or lacks what the settings ask for, stays as it
 * is; one that is completed already counts as done.
 * @param reason for those that need one
 * @param onDone called after each
 * @throws ApiError, ConnectionError when it cannot continue; what `onDone` was given stays done
 */
export async function completeOrders(
  orders: readonly Pick<OrderCompletion, 'id' | 'need'>[],
  reason: string | undefined,
  onDone: (sofar: Completed) => void,
): Promise<Completed> {
  const completed: Completed = { done: [], refused: [] };
  for (const { id, need } of orders) {
    try {
      await callApi(advanceOrder, {
        params: { id },
        body: { status: 'completed', reason: need === 'reason' ? reason : undefined },
      });
      completed.done.push(id);
    } catch (error) {
      const because = error instanceof ApiError && leftBecause.find((code) => code === error.reply?.code);
      if (!because) throw error;
      completed.refused.push({ id, because });
    }
    onDone(completed);
  }
  return completed;
}

/** `3 orders are completed. 1 could not be: only a paid order can.` */
export function completedWords({ done, refused }: Completed): string {
  const good =
    done.length > 0
      ? `${counted(done.length, 'order is', 'orders are')} completed.`
      : 'No order was completed.';
  const left = leftBecause.flatMap((because) => {
    const count = refused.filter((order) => order.because === because).length;
    return count > 0 ? [`${count} could not be: ${leftWords[because]}.`] : [];
  });
  return [good, ...left].join(' ');
}

const leftWords: Record<LeftBecause, string> = {
  transition_refused: 'only a paid order can',
  not_settled: 'the payment is not settled yet',
  reason_required: 'a large order that is not settled needs a reason',
};
const leftBecause = Object.keys(leftWords) as LeftBecause[];
