import { cancelOrderAsAdmin } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError, callApi } from '#lib/api/api-client.ts';
import { isPaid } from '@contract/is-paid.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { isOutcomeUnknown } from '#dashboard/lib/is-outcome-unknown.ts';
import { orderDetailsKey } from './order-details-query.ts';

/** The message after a step: none, that somebody else was faster, or an error. */
type StepOutcome =
  | { kind: 'meanwhile'; sentence: string }
  | { kind: 'failed'; error: unknown; isUnknown: boolean }
  | null;

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
  /** Whether the order has the status now, or somebody else was faster. */
  const take = async (status: OrderStatus, reason: string | undefined): Promise<boolean> => {
    setBusyWith(status);
    setOutcome(null);
    const conclude = (now: OrderDetails | null | undefined) => {
      const sentence = lastStepOf(now, meId);
      if (sentence) setOutcome({ kind: 'meanwhile', sentence });
      else showToast({ title: `Order ${orderStatusLabels[status]}` });
      return true;
    };
    try {
      if (status === 'cancelled') await callApi(cancelOrderAsAdmin, { params: { id: orderId } });
      else await callSql('advance_order', { p_order_id: orderId, p_status: status, p_reason: reason });
      return conclude(await present());
    } catch (error) {
      const now = await present();
      // Only the reply was lost.
      if (now?.order.status === status) return conclude(now);
      const code = error instanceof ApiError ? error.reply?.code : undefined;
      // A paid order whose money is held cannot be cancelled: it was paid meanwhile.
      const isMeanwhile =
        code === 'transition_refused' || (code === 'refund_first' && now && isPaid(now.order));
      // Shows a rule that was not known before, such as a changed setting.
      if (!isMeanwhile) {
        setOutcome({ kind: 'failed', error, isUnknown: now === undefined && isOutcomeUnknown(error) });
        return false;
      }
      const sentence = `The order was changed meanwhile: it is ${now ? orderStatusLabels[now.order.status] : 'different'} now.`;
      setOutcome({ kind: 'meanwhile', sentence: lastStepOf(now, meId) ?? sentence });
      return true;
    } finally {
      setBusyWith(null);
    }
  };
  return {
    /** @param onDone called when the order is changed, by this admin or somebody else */
    advance: (status: OrderStatus, onDone?: () => void, reason?: string) =>
      once(async () => {
        if (await take(status, reason)) onDone?.();
      }),
    busyWith,
    outcome,
    forgetOutcome: () => setOutcome(null),
  };
}

/** The other admin who last changed the order's status; null when it was this admin, or no person. */
function lastStepOf(details: OrderDetails | null | undefined, meId: string): string | null {
  const last = details?.timeline.findLast(({ kind }) => kind === 'status_changed');
  if (last?.kind !== 'status_changed' || !last.by || last.by.id === meId) return null;
  const who = last.by.name ?? 'Another admin';
  return `${who} changed this order meanwhile: it has been ${orderStatusLabels[last.to]} since ${formatDayAndTime(last.at)}.`;
}
