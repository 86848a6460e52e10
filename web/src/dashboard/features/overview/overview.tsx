import { lowStock } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { SalesChart } from './charts/sales-chart.tsx';
import { formatDays } from './charts/slot-text.ts';
import { PeriodFigures, Totals } from './overview-figures.tsx';
import styles from './overview.module.css';
import { useOverview, useRecentOrders, useScarceProducts, useWaiting } from './overview-queries.ts';
import { All, Panel } from './panel.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { periodOf, periodInName } from './overview-period.ts';
import { SteadyRows } from './steady-rows.tsx';
import { ScarceProducts, ShortOrders, TopProducts } from './short-lists.tsx';
import { WaitingList } from './waiting-list.tsx';
import { formatWeekday, nairobiDay } from '@contract/nairobi-time.ts';

/** The state of the shop: first what waits for whom, then the reports, for those who may see them. */
export function Overview() {
  const mayReport = useMay()('reports');
  const counts = useWaiting().data?.alerts;
  const recent = (
    <Panel
      title="Recent Orders"
      query={useRecentOrders()}
      what="the recent orders"
      lines={5}
      more={<All to="/admin/orders">All orders</All>}
      empty={(orders) => orders.length === 0 && 'No orders yet.'}
    >
      {(orders) => <SteadyRows rows={orders}>{(rows) => <ShortOrders orders={rows} />}</SteadyRows>}
    </Panel>
  );
  return (
    <>
      <div className={`stack gap-4 ${styles.waiting}`}>
        <WaitingList />
        <Panel
          title="Stock running out"
          query={useScarceProducts()}
          what="what is running out"
          lines={5}
          more={
            <All to="/admin/products?state=active&stock=low">
              {counts ? `${formatCount(counts.runningOut)} running out` : 'All running out'}
            </All>
          }
          empty={({ rows }) =>
            rows.length + (counts?.outOfStock ?? 1) === 0 &&
            `Every product on sale has more than ${lowStock} pieces left.`
          }
        >
          {({ rows }) => (
            <SteadyRows rows={rows}>
              {(steady) => <ScarceProducts products={steady} out={counts?.outOfStock} />}
            </SteadyRows>
          )}
        </Panel>
        {mayReport ? null : recent}
      </div>
      {mayReport ? <Reports>{recent}</Reports> : null}
    </>
  );
}

/** Sales and orders of the chosen period, its top products, and the totals of all time. */
function Reports({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const period = periodOf(params.get('period'));
  const overview = useOverview(period);
  return (
    <>
      <Panel
        title="Sales"
        query={overview}
        what="the figures"
        lines={8}
        more={<PeriodChoice period={period} />}
        empty={({ sold, stats }) =>
          sold.grossCents === 0 &&
          sold.refundedCents === 0 &&
          `No money came in during this time.${stats.totalOrders > 0 ? ` ${counted(stats.totalOrders, 'order')} on account.` : ''}`
        }
      >
        {({ from, to, step, sales, ...figures }) => (
          <div className={`stack gap-4 pad-3 ${styles.sales}`}>
            <PeriodFigures {...figures} period={period} />
            <SalesChart sales={sales} step={step} days={formatDays(from, to)} />
            <p className="quiet whole-row">
              Sales: money received, less what went back. Orders and products count once paid, or sent on
              account.
            </p>
          </div>
        )}
      </Panel>
      <div className={`stack gap-4 ${styles.two}`}>
        <Panel
          title={`Top Products${periodInName(period)}`}
          query={overview}
          what="the top products"
          lines={5}
          follows="the figures above"
          empty={({ topProducts }) => topProducts.length === 0 && 'Nothing was sold in this period.'}
        >
          {({ topProducts }) => <TopProducts products={topProducts} />}
        </Panel>
        {children}
      </div>
      {overview.data ? <Totals {...overview.data.allTime} /> : null}
    </>
  );
}

/** `/admin`: what waits for somebody, and the figures. */
export function OverviewTab() {
  return (
    <>
      <div className="cluster gap-3 target">
        <h2>Overview</h2>
        <span className="quiet">{formatWeekday(nairobiDay())}</span>
      </div>
      <Overview />
    </>
  );
}
