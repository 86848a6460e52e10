import type { Overview, OverviewSales } from '@contract/admin-overview.ts';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { type PointerEvent, useRef, useState } from 'react';
import { formatCents } from '@contract/money.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './charts.module.css';
import { ChartWithTable } from './chart-with-table.tsx';
import { labelEvery, slotLabel, slotName } from './slot-text.ts';
import { useWidth } from './use-width.ts';

/** Also before the drawing is there, which waits for its width: nothing below moves. */
const height = 232;
const edge = { top: 8, right: 18, bottom: 28, left: 48 };
/** The width of a label of the horizontal axis, in pixels. */
const labelWidth = 52;
const short = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 });

type SalesChartProps = Pick<Overview, 'sales' | 'step'> & {
  /** The days in the table's caption: `23 Oct to 21 Nov 2026`. */
  days: string;
};

/** Net sales by hour, day or month. */
export function SalesChart({ sales, step, days }: SalesChartProps) {
  const best = sales.reduce(
    (maxValue, slot) => (slot.netCents > maxValue.netCents ? slot : maxValue),
    sales[0] as OverviewSales,
  );
  const [pointedAt, setPointedAt] = useState<OverviewSales | null>(null);
  const named = pointedAt && sales.includes(pointedAt) ? pointedAt : best;
  return (
    <ChartWithTable
      caption={`Net sales by ${step}, ${days}, Nairobi time`}
      columns={[step === 'hour' ? 'Hour' : step === 'day' ? 'Day' : 'Month', 'Net sales', 'Orders sold']}
      rows={sales.map((slot) => ({
        key: slot.at,
        cells: [slotName(slot, step), formatCents(slot.netCents), formatCount(slot.orders)],
      }))}
    >
      <p className={classNames('muted', styles.readout)}>
        <span>{named === best && pointedAt !== best ? `Best ${step}: ` : ''}</span>
        {slotName(named, step)} <strong className="ink">{formatCents(named.netCents)}</strong>{' '}
        {counted(named.orders, 'order')}
      </p>
      <SalesBars
        sales={sales}
        step={step}
        named={named}
        label={`Bar chart of net sales by ${step}, ${days}. The most was ${formatCents(best.netCents)}: ${slotName(best, step)}.`}
        onPoint={setPointedAt}
      />
    </ChartWithTable>
  );
}

type SalesBarsProps = Pick<Overview, 'sales' | 'step'> & {
  named: OverviewSales;
  label: string;
  onPoint(slot: OverviewSales | null): void;
};

function SalesBars({ sales, step, named, label, onPoint }: SalesBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const inner = Math.max(width - edge.left - edge.right, 1);
  const x = scaleBand({
    domain: sales.map(({ at }) => at),
    range: [edge.left, edge.left + inner],
    padding: 0.2,
  });
  const shillings = sales.map(({ netCents }) => netCents / 100);
  const y = scaleLinear({
    // In shillings. Below zero on a day on which more was given back than came in.
    domain: [Math.min(...shillings, 0), Math.max(...shillings, 1)],
    range: [height - edge.bottom, edge.top],
    nice: true,
  });
  const every = labelEvery(sales.length, inner, labelWidth);
  // Counted from the end, so that the last one, which is now, has a label.
  const labelled = sales.filter((_, index) => (sales.length - 1 - index) % every === 0).map(({ at }) => at);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const along = event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left;
    onPoint(
      sales[Math.min(Math.max(Math.floor((along / inner) * sales.length), 0), sales.length - 1)] ?? null,
    );
  };
  return (
    <div ref={frame} className={classNames('narrow clip', styles.frame)} style={{ minHeight: height }}>
      {width === 0 ? null : (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          className={styles.drawing}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => onPoint(null)}
        >
          <AxisLeft
            scale={y}
            left={edge.left}
            numTicks={4}
            hideAxisLine
            tickLength={0}
            tickFormat={(value) => short.format(Number(value))}
            tickLabelProps={{ className: styles.label, textAnchor: 'end', dx: -8, dy: 4 }}
          />
          {y.ticks(4).map((value) => (
            <line
              key={value}
              className={styles.grid}
              x1={edge.left}
              x2={edge.left + inner}
              y1={y(value)}
              y2={y(value)}
            />
          ))}
          {sales.map((slot, index) => (
            <Bar
              key={slot.at}
              data-at={slot.at}
              data-value={shillings[index]}
              className={slot === named ? styles.named : styles.bar}
              x={x(slot.at)}
              width={x.bandwidth()}
              y={y(Math.max(shillings[index] ?? 0, 0))}
              height={Math.abs(y(0) - y(shillings[index] ?? 0))}
            />
          ))}
          <AxisBottom
            scale={x}
            top={height - edge.bottom}
            tickValues={labelled}
            tickLength={4}
            axisLineClassName={styles.axis}
            tickLineProps={{ className: styles.axis }}
            tickFormat={(at) => slotLabel({ at }, step)}
            tickLabelProps={{ className: styles.label, textAnchor: 'middle', dy: 4 }}
          />
        </svg>
      )}
    </div>
  );
}
