import type { AdminStats } from '@contract/admin.ts';
import type { Overview } from '@contract/admin-overview.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import styles from './overview.module.css';
import { type OverviewPeriod, periodBefore, periodInName } from './overview-period.ts';

type PeriodFiguresProps = Pick<Overview, 'stats' | 'sold' | 'before'> & { period: OverviewPeriod };

/** Sales and orders of a period, with the change since the one before; how much the bank has transferred, and what was given back. */
export function PeriodFigures({ stats, sold, before, period }: PeriodFiguresProps) {
  const figures: { name: string; figure: string; change?: Change }[] = [
    {
      name: `Sales${periodInName(period)}`,
      figure: formatCents(sold.netCents),
      change: changeOfFlow(stats.totalSales, before.totalSales, periodBefore(period)),
    },
    {
      name: `Orders${periodInName(period)}`,
      figure: formatCount(stats.totalOrders),
      change: changeOfFlow(stats.totalOrders, before.totalOrders, periodBefore(period)),
    },
    { name: 'In the bank’s statements', figure: formatCents(sold.settledCents) },
    ...(sold.refundedCents === 0
      ? []
      : [{ name: 'Refunded or bounced', figure: formatCents(sold.refundedCents) }]),
  ];
  return (
    <dl className={`grid gap-3 packed ${styles.figures}`}>
      {figures.map(({ name, figure, change }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.figure}>{figure}</dd>
          {change ? (
            <dd className="quiet">
              {change.sign ? (
                <strong
                  className={
                    change.direction === 'up' ? 'good' : change.direction === 'down' ? 'bad' : undefined
                  }
                >
                  {change.sign}
                </strong>
              ) : null}
              {` ${change.text}`}
            </dd>
          ) : null}
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

/** How a figure has changed: with a sign and a text, because colour and arrow must not be the only cues. */
type Change = {
  direction: 'up' | 'down' | 'same';
  /** `+8.2 %`, `−312`; empty when there is no meaningful figure. */
  sign: string;
  text: string;
};

const share = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });

/**
 * The change of a total over a period, compared with the period before.
 * @param before the name of that period: "the 30 days before"
 */
export function changeOfFlow(now: number, then: number, before: string): Change {
  if (then <= 0) {
    // There is no percentage of zero, nor of more refunds than sales.
    return { direction: now > then ? 'up' : 'same', sign: '', text: '' };
  }
  const percent = ((now - then) / then) * 100;
  if (Math.abs(percent) < 0.05) return { direction: 'same', sign: '', text: `As much as in ${before}` };
  const direction = percent > 0 ? 'up' : 'down';
  if (percent >= 900) {
    return { direction, sign: `× ${formatCount(Math.round(now / then))}`, text: `as much as in ${before}` };
  }
  return {
    direction,
    sign: signed(percent, `${share.format(Math.abs(percent))} %`),
    text: `against ${before}`,
  };
}

/** With a minus sign as wide as the plus sign. */
const signed = (value: number, figure: string): string => `${value > 0 ? '+' : '−'}${figure}`;
