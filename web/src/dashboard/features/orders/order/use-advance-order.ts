import { advanceOrder } from '@contract/admin-requests.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showToast } from '../../../../components/toast.tsx';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { adminKey, useRefreshAdmin } from '../../../lib/use-admin-rows.ts';
import { orderStatusWords } from '../../../components/order-status-badge.tsx';

/** What became of a step: nothing to tell, somebody else was there first, or it failed. */
export type StepOutcome = { kind: 'meanwhile'; sentence: string } | { kind: 'failed'; error: unknown } | null;

/**
 * The owner's next step with an order. Pressed twice it is done once; when another admin changed the order meanwhile,
 * what is true now is shown and said, for that is no error.
 * @param meId the admin at this screen
 */
export function useAdvanceOrder(orderId: string, meId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  const isUnderWay = useRef(false);
  const [busyWith, setBusyWith] = useState<OrderStatus | null>(null);
  const [outcome, setOutcome] = useState<StepOutcome>(null);

  const advance = async (status: OrderStatus): Promise<void> => {
    // A double click comes before the busy button is drawn.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusyWith(status);
    setOutcome(null);
    try {
      await callApi(advanceOrder, { params: { id: orderId }, body: { status } });
      await refresh();
      const other = lastStepOf(queryClient.getQueryData([adminKey, 'orders', 'details', orderId]), meId);
      if (other) setOutcome({ kind: 'meanwhile', sentence: other });
      else showToast({ title: `Order ${orderStatusWords[status]}` });
    } catch (error) {
      if (error instanceof ApiError && error.reply?.code === 'transition_refused') {
        await refresh();
        const now = queryClient.getQueryData<OrderDetails | null>([adminKey, 'orders', 'details', orderId]);
        setOutcome({
          kind: 'meanwhile',
          sentence:
            lastStepOf(now, meId) ??
            `The order was changed meanwhile: it is ${now ? orderStatusWords[now.order.status] : 'different'} now.`,
        });
      } else setOutcome({ kind: 'failed', error });
    } finally {
      isUnderWay.current = false;
      setBusyWith(null);
    }
  };

  return { advance, busyWith, outcome };
}

/** Who else brought the order to where it is; null when it was this admin, or nobody by name. */
function lastStepOf(details: OrderDetails | null | undefined, meId: string): string | null {
  const last = details?.timeline.findLast(({ kind }) => kind === 'status_changed');
  if (last?.kind !== 'status_changed' || !last.by || last.by.id === meId) return null;
  const who = last.by.name ?? 'Another admin';
  return `${who} changed this order meanwhile: it is ${orderStatusWords[last.to]} since ${formatDayAndTime(last.at)}.`;
}
