import { advanceOrder } from '@contract/admin-requests.ts';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { counted } from '../../../lib/count-words.ts';

/** Orders that are completed now, and orders that could not be. */
export type Completed = { done: string[]; refused: string[] };

/**
 * Marks orders as completed, one after the other. One that is not paid stays as it is; one that is completed already
 * counts as done.
 * @param onDone called after each
 * @throws ApiError, ConnectionError when it cannot continue; what `onDone` was given stays done
 */
export async function completeOrders(
  ids: readonly string[],
  onDone: (sofar: Completed) => void,
): Promise<Completed> {
  const completed: Completed = { done: [], refused: [] };
  for (const id of ids) {
    try {
      await callApi(advanceOrder, { params: { id }, body: { status: 'completed' } });
      completed.done.push(id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.reply?.code !== 'transition_refused') throw error;
      completed.refused.push(id);
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
  if (refused.length === 0) return good;
  return `${good} ${refused.length} could not be: only a paid order can.`;
}
