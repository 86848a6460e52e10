import type { OwnerAlerts } from '@contract/admin-overview.ts';
import type { Permission } from '@contract/staff.ts';
import { Check, ChevronRight, CircleAlert, Hourglass, MailWarning, PackageX, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import styles from './alerts-list.module.css';
import { useOwnerAlerts } from './overview-queries.ts';
import { type Alert, type AlertKind, alertsOf } from './owner-alerts.ts';
import { Panel } from './panel.tsx';

const icons: Record<AlertKind, ReactNode> = {
  money: <CircleAlert />,
  sending: <Truck />,
  message: <MailWarning />,
  waiting: <Hourglass />,
  shelf: <PackageX />,
  settings: <Hourglass />,
};

/** What somebody needs, besides the overview's own permission, to do something about it. */
const permissionOf: Partial<Record<AlertKind, Permission>> = { message: 'messages', settings: 'settings' };

/** The top of the overview: what needs the owner's attention, with links. */
export function AlertsList() {
  const may = useMay();
  const query = useOwnerAlerts();
  return (
    <Panel title="Needs your attention" query={query} what="what needs you" lines={2}>
      {(data) => (
        <>
          <Alerts alerts={alertsOf(data).filter(({ kind }) => may(permissionOf[kind] ?? 'reports'))} />
          <HeldForGuests {...data.heldForGuests} />
        </>
      )}
    </Panel>
  );
}

function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) {
    return (
      <p className="row gap-2 pad-y-3">
        <Check className="good" />
        Nothing needs you now
      </p>
    );
  }
  return (
    <ul className="stack gap-1">
      {alerts.map(({ kind, title, detail, to }) => (
        <li key={title}>
          <Link
            to={to}
            className={classNames('card grid gap-2 pad-2 ink plain-link small tight', styles.alert)}
            data-kind={kind}
          >
            {icons[kind]}
            <span className="stack">
              <strong className={styles.title}>{title}</strong>
              {detail ? <span className="muted">{detail}</span> : null}
            </span>
            <ChevronRight />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What buyers hold who have not paid and whom the shop does not know, to be put on sale again. */
function HeldForGuests({ pieces, orderIds }: OwnerAlerts['heldForGuests']) {
  const may = useMay();
  const release = useAdminWrite(() => callSql('release_holds', { p_order_ids: orderIds.slice(0, 200) }));
  if (orderIds.length === 0) return null;
  return (
    <p id="holds" className="row gap-3 spread small">
      {`Reserved: ${counted(pieces, 'piece')} by ${formatCount(orderIds.length)} unpaid ${orderIds.length === 1 ? 'guest' : 'guests'}`}
      {may('orders.write') ? (
        <RowAction
          variant="quiet"
          act={async () => {
            await release.mutateAsync();
            showToast({
              title: 'Pieces Released',
              description: 'On sale again. The orders can still be paid while there are pieces.',
            });
          }}
          failureTitle="Not released"
        >
          Let go
        </RowAction>
      ) : null}
    </p>
  );
}
