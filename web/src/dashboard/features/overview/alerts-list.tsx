import type { OwnerAlerts } from '@contract/admin-overview.ts';
import { Check, ChevronRight, CircleAlert, Hourglass, PackageX, Scale, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCents } from '../../../lib/money.ts';
import { nairobiDay } from '../../../lib/nairobi-time.ts';
import { useReconciliation } from '../../lib/reconciliation-queries.ts';
import { needsOf, type NeedKind } from './owner-alerts.ts';
import styles from './alerts-list.module.css';
import { useOwnerAlerts } from './overview-queries.ts';
import { Panel } from './panel.tsx';

const icons: Record<NeedKind, ReactNode> = {
  money: <CircleAlert aria-hidden="true" />,
  sending: <Truck aria-hidden="true" />,
  waiting: <Hourglass aria-hidden="true" />,
  shelf: <PackageX aria-hidden="true" />,
};

/** On top of the overview: what waits for the owner, each with the way to it. */
export function AlertsList() {
  const needs = useOwnerAlerts();
  return (
    <div className={styles.needs}>
      <Panel title="Needs you now" query={needs} what="what needs you" lines={2} more={<DifferenceToday />}>
        {(data) => <Needs needs={data} />}
      </Panel>
    </div>
  );
}

function Needs({ needs }: { needs: OwnerAlerts }) {
  const waiting = needsOf(needs);
  if (waiting.length === 0) {
    return (
      <p className={styles.calm}>
        <Check aria-hidden="true" />
        Nothing needs you now: no open task, no order to send, no payment without an end, no empty shelf.
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {waiting.map(({ kind, title, detail, to }) => (
        <li key={title}>
          <Link to={to} className={styles.need} data-kind={kind}>
            {icons[kind]}
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              {detail ? <span className={styles.detail}>{detail}</span> : null}
            </span>
            <ChevronRight aria-hidden="true" className={styles.way} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The proof that the bank and the shop agree, as one line. */
function DifferenceToday() {
  const today = useReconciliation(nairobiDay());
  return (
    <Link
      to="/admin/transactions"
      className={styles.difference}
      data-differs={(today.data && today.data.differenceCents !== 0) || undefined}
    >
      <Scale aria-hidden="true" />
      {today.data
        ? `Difference today: ${formatCents(today.data.differenceCents)}`
        : today.isError
          ? 'Difference today: not known, look again'
          : 'Difference today: …'}
    </Link>
  );
}
