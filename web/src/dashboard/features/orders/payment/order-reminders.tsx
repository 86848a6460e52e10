import type { OrderDetails } from '@contract/admin-orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { isOnlyWithheld } from '@contract/on-account.ts';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useMay } from '#dashboard/lib/use-may.ts';

/** Of an order that is owed: whether its buyer is reminded, and a button that stops it or begins again. */
export function OrderReminders({ details: { order, remindersStoppedAt } }: { details: OrderDetails }) {
  const may = useMay();
  if (order.word !== 'owed' || isOnlyWithheld(order.payment)) return null;
  const isStopped = remindersStoppedAt !== null;
  return (
    <p className="cluster spread gap-3">
      <span>
        {isStopped
          ? `No reminders since ${formatDay(remindersStoppedAt)}.`
          : 'The buyer is reminded on the day, and 7 and 21 days after.'}
      </span>
      {may('payments.record') ? (
        <RowAction
          variant="secondary"
          failureTitle="Not saved"
          act={() => callSql('stop_reminders', { p_order_id: order.id, p_is_stopped: !isStopped })}
        >
          {isStopped ? 'Remind Again' : 'Stop Reminders'}
        </RowAction>
      ) : null}
    </p>
  );
}
