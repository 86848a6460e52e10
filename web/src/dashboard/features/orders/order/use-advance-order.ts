import { advanceOrder } from '@contract/admin-requests.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../../components/toast.tsx';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { isPaid } from '../../../../lib/is-paid.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { useOnce } from '../../../../lib/use-once.ts';
import { orderStatusLabels } from '../../../components/order-status-badge.tsx';
import { useRefreshAdmin } from '../../../lib/admin-queries.ts';
import { orderDetailsKey } from './order-details-query.ts';

/** The message after a step: none, that somebody else was faster, or an error. */
type StepOutcome = { kind: 'meanwhile'; sentence: string } | { kind: 'failed'; error: unknown } | null;

/**
 * Advances an order, once even when clicked twice. When another admin has changed the order meanwhile, that is not an
 * error: the current state is shown with who changed it.
 * @param meId the signed-in admin
 */
export function useAdvanceOrder(orderId: string, meId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  const once = useOnce();
  const [busyWith, setBusyWith] = useState<OrderStatus | null>(null);
  const [outcome, setOutcome] = useState<StepOutcome>(null);

  /** The order as it is now; undefined when it could not be fetched again. */
  const present = async () => {
    await refresh();
    const state = queryClient.getQueryState<OrderDetails | null>(orderDetailsKey(orderId));
    return state?.isInvalidated ? undefined : state?.data;
  };
  const take = async (status: OrderStatus, reason: string | undefined) => {
    setBusyWith(status);
    setOutcome(null);
    try {
      await callApi(advanceOrder, { params: { id: orderId }, body: { status, reason } });
      const sentence = lastStepOf(await present(), meId);
      if (sentence) setOutcome({ kind: 'meanwhile', sentence });
      else showToast({ title: `Order ${orderStatusLabels[status]}` });
    } catch (error) {
      const now = await present();
      const code = error instanceof ApiError ? error.reply?.code : undefined;
      // A paid order whose money is held cannot be cancelled: it was paid meanwhile.
      const isMeanwhile =
        code === 'transition_refused' || (code === 'refund_first' && now && isPaid(now.order));
      // Shows a rule that was not known before, such as a changed setting.
      if (!isMeanwhile) return setOutcome({ kind: 'failed', error });
      const sentence = `The order was changed meanwhile: it is ${now ? orderStatusLabels[now.order.status] : 'different'} now.`;
      setOutcome({ kind: 'meanwhile', sentence: lastStepOf(now, meId) ?? sentence });
    } finally {
      setBusyWith(null);
    }
  };
  return {
    /** @param onEnd called when it is over, however it ended */
    advance: (status: OrderStatus, onEnd?: () => void, reason?: string) =>
      once(() => take(status, reason).finally(onEnd)),
    busyWith,
    outcome,
  };
}

/** The other admin who last changed the order's status; null when it was this admin, or no person. */
function lastStepOf(details: OrderDetails | null | undefined, meId: string): string | null {
  const last = details?.timeline.findLast(({ kind }) => kind === 'status_changed');
  if (last?.kind !== 'status_changed' || !last.by || last.by.id === meId) return null;
  const who = last.by.name ?? 'Another admin';
  return `${who} changed this order meanwhile: it has been ${orderStatusLabels[last.to]} since ${formatDayAndTime(last.at)}.`;
}
