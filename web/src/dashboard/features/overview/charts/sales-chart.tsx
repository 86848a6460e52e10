import type { Overview, OverviewSales } from '@contract/admin-overview.ts';
import { formatCents } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import styles from './charts.module.css';
import { slotLabel, slotName } from './slot-text.ts';

type SalesChartProps = Pick<Overview, 'sales' | 'step'> & {
  /** `23 Oct to 21 Nov 2026` */
  days: string;
};

/** Net sales by hour, day or month, with the same numbers as a table below. */
export function SalesChart({ sales, step, days }: SalesChartProps) {
  const top = scaleTop(Math.max(...sales.map(({ netCents }) => Math.abs(netCents)), 100) / 100);
  const best = sales.reduce(
    (maxValue, slot) => (slot.netCents > maxValue.netCents ? slot : maxValue),
    sales[0] as OverviewSales,
  );
  const labelled = new Set([0, 1, 2, 3, 4].map((part) => Math.round((part * (sales.length - 1)) / 4)));
  return (
    <div className={`tabular ${styles.chart}`}>
      <div
        role="img"
        aria-label={`Bar chart of net sales by ${step}, ${days}. The most was ${formatCents(best.netCents)}: ${slotName(best, step)}.`}
        className={`anchor flex ${styles.bars}`}
      >
        {[0, 0.5, 1].map((part) => (
          <span key={part} className={styles.line} style={{ bottom: `${part * 100}%` }}>
            {`KES ${shortFigure.format(part * top)}`}
          </span>
        ))}
        {sales.map((slot) => (
          <span
            key={slot.at}
            data-at={slot.at}
            data-value={slot.netCents / 100}
            title={`${slotName(slot, step)}: ${formatCents(slot.netCents)}`}
            // Below zero on a day on which more was given back than came in.
            className={slot.netCents < 0 ? styles.below : styles.bar}
            style={{ height: `${Math.abs(slot.netCents) / top}%` }}
          />
        ))}
      </div>
      <p className="flex spread quiet" aria-hidden="true">
        {sales
          .filter((_, place) => labelled.has(place))
          .map((slot) => (
            <span key={slot.at}>{slotLabel(slot, step)}</span>
          ))}
      </p>
      <details className="small">
        <summary className="primary pad-y-3">As a table</summary>
        <table className="table">
          <caption className="visually-hidden">{`Net sales by ${step}, ${days}, Nairobi time`}</caption>
          <thead>
            <tr>
              {[step === 'hour' ? 'Hour' : step === 'day' ? 'Day' : 'Month', 'Net sales', 'Orders sold'].map(
                (head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {sales.map((slot) => (
              <tr key={slot.at}>
                <th scope="row" className="light">
                  {slotName(slot, step)}
                </th>
                <td>{formatCents(slot.netCents)}</td>
                <td>{formatCount(slot.orders)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

const shortFigure = new Intl.NumberFormat('en-KE', { notation: 'compact' });

/** The top of the scale: the least round figure that is not below the highest bar, so that its half is round too. */
function scaleTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return unit * ([1, 2, 4, 6, 8].find((times) => times * unit >= most) ?? 10);
}
