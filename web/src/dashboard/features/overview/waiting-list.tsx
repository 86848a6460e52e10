import type { OwnerAlerts } from '@contract/admin-overview.ts';
import type { Permission } from '@contract/staff.ts';
import { Check, CircleAlert, Hourglass, MailWarning, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { useMay, useMayOpen } from '#dashboard/lib/use-may.ts';
import { useWaiting } from './overview-queries.ts';
import { type Alert, type AlertKind, alertsOf } from './owner-alerts.ts';
import { All, Panel } from './panel.tsx';
import { Line, OrdersToSend } from './short-lists.tsx';
import { SteadyRows } from './steady-rows.tsx';

const icons: Record<AlertKind, ReactNode> = {
  money: <CircleAlert className="bad" />,
  sending: <Truck />,
  message: <MailWarning />,
  waiting: <Hourglass />,
  settings: <Hourglass />,
};

/** What somebody needs, besides the overview's own permission, to do something about it. */
const permissionOf: Partial<Record<AlertKind, Permission>> = { message: 'messages', settings: 'settings' };

/** The top of the overview: money that needs somebody, the first orders to send, and what else waits. */
export function WaitingList() {
  const may = useMay();
  const query = useWaiting();
  const counts = query.data?.alerts;
  return (
    <Panel
      title={may('reports') ? 'Needs your attention' : 'To send or do'}
      query={query}
      what="what needs you"
      lines={5}
      more={<All to="/admin/orders?status=to-send">{toSendText(counts)}</All>}
    >
      {({ alerts, toSend }) => {
        const all = alerts ? alertsOf(alerts).filter(({ kind }) => may(permissionOf[kind] ?? 'reports')) : [];
        return (
          <SteadyRows rows={toSend}>
            {(orders) => (
              <ul className="divided">
                <Alerts alerts={all.filter(({ kind }) => kind === 'money')} />
                <OrdersToSend orders={orders} icon={icons.sending} />
                <Alerts alerts={all.filter(({ kind }) => kind !== 'money')} />
                {all.length + orders.length === 0 ? (
                  <li className="row gap-2 pad-row target">
                    <Check className="good" />
                    Nothing needs you now
                  </li>
                ) : null}
                {alerts ? <HeldForGuests {...alerts.heldForGuests} /> : null}
              </ul>
            )}
          </SteadyRows>
        );
      }}
    </Panel>
  );
}

/** `12 to send or do, 3 late`: of some orders only work is left. */
function toSendText(counts: OwnerAlerts | null | undefined): string {
  if (!counts?.toSend) return 'All to send or do';
  const late = counts.lateToSend > 0 ? `, ${formatCount(counts.lateToSend)} late` : '';
  return `${formatCount(counts.toSend)} to send or do${late}`;
}

function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  const mayOpen = useMayOpen();
  return alerts.map(({ kind, title, detail, figure, to }) => (
    <Line key={title} icon={icons[kind]} to={mayOpen(to) ? to : null} name={title} more={detail}>
      {figure}
    </Line>
  ));
}

/** What buyers hold who have not paid and whom the shop does not know, to be put on sale again. */
function HeldForGuests({ pieces, orderIds }: OwnerAlerts['heldForGuests']) {
  const may = useMay();
  if (orderIds.length === 0) return null;
  return (
    <li className="row gap-3 spread pad-row small">
      {`Reserved: ${counted(pieces, 'piece')} by ${formatCount(orderIds.length)} unpaid ${orderIds.length === 1 ? 'guest' : 'guests'}`}
      {may('orders.write') ? (
        <RowAction
          variant="quiet"
          act={() => callSql('release_holds', { p_order_ids: orderIds.slice(0, 200) })}
          onDone={() =>
            showToast({
              title: 'Pieces Released',
              description: 'On sale again. The orders can still be paid while there are pieces.',
            })
          }
          failureTitle="Not released"
        >
          Let go
        </RowAction>
      ) : null}
    </li>
  );
}
