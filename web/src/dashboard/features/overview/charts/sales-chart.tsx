import type { Overview, OverviewSales } from '@contract/admin-overview.ts';
import { formatCents } from '@contract/money.ts';
import { classNames } from '#components/page/class-names.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import styles from './charts.module.css';
import { slotLabel, slotName } from './slot-text.ts';

type SalesChartProps = Pick<Overview, 'sales' | 'step'> & {
  /** `23 Oct to 21 Nov 2026` */
  days: string;
};

/** Net sales by hour, day or month, with the same numbers as a table below. */
export function SalesChart({ sales, step, days }: SalesChartProps) {
  const most = Math.max(...sales.map(({ netCents }) => Math.abs(netCents)), 1);
  const best = sales.reduce(
    (maxValue, slot) => (slot.netCents > maxValue.netCents ? slot : maxValue),
    sales[0] as OverviewSales,
  );
  const middle = sales[Math.floor(sales.length / 2)];
  const caption = `Net sales by ${step}, ${days}, Nairobi time`;
  return (
    <div className="stack gap-1 tabular">
      <p className="muted">
        {`Best ${step}: ${slotName(best, step)} `}
        <strong className="ink">{formatCents(best.netCents)}</strong>
      </p>
      <div
        role="img"
        aria-label={`Bar chart of net sales by ${step}, ${days}. The most was ${formatCents(best.netCents)}: ${slotName(best, step)}.`}
        className={classNames('flex', styles.bars)}
      >
        {sales.map((slot) => (
          <span
            key={slot.at}
            data-at={slot.at}
            data-value={slot.netCents / 100}
            title={`${slotName(slot, step)}: ${formatCents(slot.netCents)}`}
            // Below zero on a day on which more was given back than came in.
            className={slot.netCents < 0 ? styles.below : styles.bar}
            style={{ height: `${(Math.abs(slot.netCents) / most) * 100}%` }}
          />
        ))}
      </div>
      <p className="flex spread muted" aria-hidden="true">
        {[sales[0], middle, sales.at(-1)].map((slot, place) => (
          <span key={place}>{slot ? slotLabel(slot, step) : null}</span>
        ))}
      </p>
      <details>
        <summary className="row target">As a table</summary>
        <table className="table">
          <caption className="visually-hidden">{caption}</caption>
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
