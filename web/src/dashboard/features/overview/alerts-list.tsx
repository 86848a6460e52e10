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
import { Link } from '../../../components/link.tsx';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { useReconciliation } from '../../lib/reconciliation-queries.ts';
import { MutedText } from '../../components/layout.tsx';
import styles from './alerts-list.module.css';
import { useOwnerAlerts } from './overview-queries.ts';
import { type Alert, type AlertKind, alertsOf, bankQueriedText } from './owner-alerts.ts';
import { Panel } from './panel.tsx';

const icons: Record<AlertKind, ReactNode> = {
  money: <CircleAlert aria-hidden="true" />,
  sending: <Truck aria-hidden="true" />,
  message: <MailWarning aria-hidden="true" />,
  waiting: <Hourglass aria-hidden="true" />,
  shelf: <PackageX aria-hidden="true" />,
};

/** The top of the overview: what needs the owner's attention, with links. */
export function AlertsList() {
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
          <Alerts alerts={alertsOf(data)} />
          <BankQueried at={data.bankQueriedAt} />
        </>
      )}
    </Panel>
  );
}

function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) {
    return (
      <p className={styles.calm}>
        <Check aria-hidden="true" />
        Nothing needs you now: no open task, no order to send, no unfinished payment, no product out of stock.
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {alerts.map(({ kind, title, detail, to }) => (
        <li key={title}>
          <Link to={to} className={styles.alert} data-kind={kind}>
            {icons[kind]}
            <span className={styles.text}>
              <strong className={styles.title}>{title}</strong>
              {detail ? <MutedText as="span">{detail}</MutedText> : null}
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

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
    <p className={styles.difference} data-differs={isSilent || undefined}>
      <Landmark aria-hidden="true" />
      {bankQueriedText(at, now)}
    </p>
  );
}

/** Whether the bank's and the shop's figures of today agree, in one line. */
function DifferenceToday() {
  const { data, isError } = useReconciliation(nairobiDay());
  const figure = data ? formatCents(data.differenceCents) : isError ? 'not known, try again' : '…';
  return (
    <Link
      to="/admin/transactions"
      className={styles.difference}
      data-differs={(data && data.differenceCents !== 0) || undefined}
    >
      <Scale aria-hidden="true" />
      {`Difference today: ${figure}`}
    </Link>
  );
}
