import type { AdminStats, Sales } from '@contract/admin.ts';
import type { Overview } from '@contract/admin-overview.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { changeOfFlow } from './change-text.ts';
import styles from './overview.module.css';
import type { OverviewPeriod } from './overview-period.ts';
import { periodBefore, periodInName } from './period-text.ts';

type PeriodFiguresProps = Pick<Overview, 'stats' | 'sold' | 'before'> & { period: OverviewPeriod };

/** Sales and orders of a period, with the change since the one before. */
export function PeriodFigures({ stats, sold, before, period }: PeriodFiguresProps) {
  const figures = [
    {
      name: `Sales ${periodInName(period)}`,
      figure: formatCents(sold.netCents),
      note: salesNote(sold),
      change: changeOfFlow(stats.totalSales, before.totalSales, periodBefore(period)),
    },
    {
      name: `Orders ${periodInName(period)}`,
      figure: formatCount(stats.totalOrders),
      note: 'paid or sent on account',
      change: changeOfFlow(stats.totalOrders, before.totalOrders, periodBefore(period)),
    },
  ];
  return (
    <dl className="flex wrap gap-6 gap-y-2">
      {figures.map(({ name, figure, note, change: { direction, sign, text } }) => (
        <div key={name}>
          <dt className="small">
            <strong>{name}</strong> <span className="quiet">{note}</span>
          </dt>
          <dd className={styles.figure}>{figure}</dd>
          <dd className="muted">
            {sign ? (
              <strong className={direction === 'up' ? 'good' : direction === 'down' ? 'bad' : 'quiet'}>
                {sign}
              </strong>
            ) : null}
            {` ${text}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The specification's four, of all time. */
export function Totals({ totalSales, totalOrders, totalProducts, totalUsers }: AdminStats) {
  const figures = [
    ['Total Sales', formatKes(totalSales)],
    ['Orders Sold', formatCount(totalOrders)],
    ['Total Products', formatCount(totalProducts)],
    ['Total Users', formatCount(totalUsers)],
  ];
  return (
    <dl className="flex wrap gap-6 gap-y-2 line-above pad-top-3 small tabular">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex gap-2">
          <dt className="muted">{name}</dt>
          <dd className="strong">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the net is made of, and how much of it the bank has transferred. */
function salesNote({ grossCents, refundedCents, settledCents }: Sales): string {
  const settled = `${formatCents(settledCents)} in the bank’s statements`;
  return refundedCents === 0
    ? `received, ${settled}`
    : `${formatCents(grossCents)} received, ${settled}; ${formatCents(refundedCents)} refunded or bounced`;
}
