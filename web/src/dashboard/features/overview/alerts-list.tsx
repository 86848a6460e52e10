import {
  Check,
  ChevronRight,
  CircleAlert,
  Hourglass,
  Landmark,
  MailWarning,
  PackageX,
  Scale,
  Truck,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import type { Permission } from '@contract/staff.ts';
import { Link } from 'react-router-dom';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useBankAgainstShop } from '#dashboard/lib/bank-against-shop-queries.ts';
import styles from './alerts-list.module.css';
import { useOwnerAlerts } from './overview-queries.ts';
import { type Alert, type AlertKind, alertsOf, bankQueriedText } from './owner-alerts.ts';
import { classNames } from '#components/page/class-names.ts';
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
  return (
    <Panel
      title="Needs your attention"
      query={useOwnerAlerts()}
      what="what needs you"
      lines={2}
      more={<DifferenceToday />}
    >
      {(data) => (
        <>
          <Alerts alerts={alertsOf(data).filter(({ kind }) => may(permissionOf[kind] ?? 'reports'))} />
          <BankQueried at={data.bankQueriedAt} />
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

const factClass = 'inline-row gap-2 target small tabular icons-18';

/** Older than five minutes: the job that queries the bank every minute has stopped. */
const silentMs = 5 * 60_000;

function BankQueried({ at }: { at: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const isSilent = at !== null && now - Date.parse(at) > silentMs;
  return (
    <p className={classNames(factClass, isSilent ? 'strong bad' : 'ink')}>
      <Landmark />
      {bankQueriedText(at, now)}
    </p>
  );
}

/** What pays no order yet, and whether the bank's and the shop's figures of today differ, in one line. */
function DifferenceToday() {
  const { data, isError } = useBankAgainstShop(nairobiDay());
  const figure = data ? formatCents(data.withoutOrder.cents) : isError ? 'not known, try again' : '…';
  const differs = data && data.differenceCents !== 0;
  return (
    <Link
      to={differs ? '/admin/transactions#day' : '/admin/transactions?status=rest'}
      className={classNames(factClass, differs ? 'strong bad' : 'ink')}
    >
      <Scale />
      {`Money without an order: ${figure}${differs ? `. Bank and shop differ today by ${formatCents(data.differenceCents)}` : ''}`}
    </Link>
  );
}
