import { type OrderStatus, orderStatuses } from '@contract/orders.ts';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useRef } from 'react';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './charts.module.css';
import { ChartWithTable } from './chart-with-table.tsx';
import { useWidth } from './use-width.ts';

const height = 200;
/** The space for the longest label on the left and the figure on the right, in pixels. */
const [labelWidth, figureWidth] = [88, 72];

type StatusChartProps = {
  orders: Record<OrderStatus, number>;
  /** `23 Oct to 21 Nov 2026` */
  days: string;
};

/** Orders placed in a period, by their current status. */
export function StatusChart({ orders, days }: StatusChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const total = orderStatuses.reduce((sum, status) => sum + orders[status], 0);
  const share = (status: OrderStatus) => `${Math.round((orders[status] / Math.max(total, 1)) * 100)} %`;
  const x = scaleLinear({
    domain: [0, Math.max(...orderStatuses.map((status) => orders[status]), 1)],
    range: [0, Math.max(width - labelWidth - figureWidth, 1)],
  });
  const y = scaleBand({ domain: [...orderStatuses], range: [0, height], padding: 0.36 });
  return (
    <ChartWithTable
      caption={`Orders placed by status, ${days}`}
      columns={['Status', 'Orders', 'Share']}
      rows={orderStatuses.map((status) => ({
        key: status,
        cells: [orderStatusLabels[status], formatCount(orders[status]), share(status)],
      }))}
    >
      <div ref={frame} className={classNames('narrow clip', styles.frame)} style={{ minHeight: height }}>
        {width === 0 ? null : (
          <svg
            role="img"
            aria-label={`Bar chart of ${formatCount(total)} orders by status, ${days}: ${orderStatuses
              .map((status) => `${orderStatusLabels[status]} ${formatCount(orders[status])}`)
              .join()}.`}
            width={width}
            height={height}
          >
            {orderStatuses.map((status) => {
              const top = y(status) ?? 0;
              const middle = top + y.bandwidth() / 2 + 5;
              return (
                <g key={status}>
                  <text className={classNames('small', styles.word)} x={0} y={middle}>
                    {orderStatusLabels[status]}
                  </text>
                  <Bar
                    data-value={orders[status]}
                    className={styles[status]}
                    x={labelWidth}
                    y={top}
                    width={orders[status] === 0 ? 0 : Math.max(x(orders[status]), 2)}
                    height={y.bandwidth()}
                  />
                  <text
                    className={classNames('small strong tabular', styles.figure)}
                    x={labelWidth + x(orders[status]) + 8}
                    y={middle}
                  >
                    {formatCount(orders[status])}
                  </text>
                </g>
              );
            })}
          </svg>
        )}
      </div>
    </ChartWithTable>
  );
}
