import type { OverviewPeriod } from '@contract/admin-overview.ts';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { daysWords } from './charts/slot-words.ts';
import { FigureTiles } from './figure-tiles.tsx';
import { AlertsList } from './alerts-list.tsx';
import styles from './overview.module.css';
import { useOverview, useRecentOrders, useScarceProducts } from './overview-queries.ts';
import { NothingHere, Panel } from './panel.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { periodName, periodOf } from './period-words.ts';
import { RecentOrders, ScarceProducts, TopProducts } from './short-lists.tsx';

// The figures do not wait for the library that draws.
const SalesChart = lazy(async () => ({ default: (await import('./charts/sales-chart.tsx')).SalesChart }));
const StatusChart = lazy(async () => ({ default: (await import('./charts/status-chart.tsx')).StatusChart }));

/** How the shop stands: what waits for the owner, the figures of a period, what sells and what runs out. */
export function Overview() {
  const [params] = useSearchParams();
  const period = periodOf(params.get('period'));
  const overview = useOverview(period);
  return (
    <div className={styles.overview}>
      <AlertsList />
      <Figures period={period} overview={overview} />
      <Charts overview={overview} />
      <div className={styles.three}>
        <Panel
          title="Top Products"
          query={overview}
          what="the top products"
          lines={5}
          follows="the figures above"
        >
          {({ topProducts }) => <TopProducts products={topProducts} />}
        </Panel>
        <Recent />
        <RunningOut />
      </div>
    </div>
  );
}

type OverviewQuery = ReturnType<typeof useOverview>;

function Figures({ period, overview }: { period: OverviewPeriod; overview: OverviewQuery }) {
  return (
    <Panel
      title={period === 'today' ? 'Today' : `The last ${periodName[period]}`}
      query={overview}
      what="the figures"
      more={<PeriodChoice period={period} />}
    >
      {({ stats, before, from, to, beforeFrom, beforeTo }) => (
        <>
          <FigureTiles stats={stats} before={before} period={period} />
          <p className={styles.note}>
            {daysWords(from, to)}, days in Nairobi. Compared with {daysWords(beforeFrom, beforeTo)}, up to the
            same time of day.
          </p>
        </>
      )}
    </Panel>
  );
}

function Charts({ overview }: { overview: OverviewQuery }) {
  return (
    <div className={styles.pair}>
      <Panel title="Sales over time" query={overview} what="the sales" lines={8} follows="the figures above">
        {({ sales, step, stats, from, to }) =>
          stats.totalOrders === 0 ? (
            <NothingHere>No money came in during this time.</NothingHere>
          ) : (
            <Suspense fallback={<Drawing />}>
              <SalesChart sales={sales} step={step} days={daysWords(from, to)} />
            </Suspense>
          )
        }
      </Panel>
      <Panel
        title="Orders by status"
        query={overview}
        what="the orders by status"
        lines={6}
        follows="the figures above"
      >
        {({ ordersByStatus, from, to }) =>
          Object.values(ordersByStatus).every((orders) => orders === 0) ? (
            <NothingHere>Nobody placed an order during this time.</NothingHere>
          ) : (
            <Suspense fallback={<Drawing />}>
              <StatusChart orders={ordersByStatus} days={daysWords(from, to)} />
            </Suspense>
          )
        }
      </Panel>
    </div>
  );
}

function Recent() {
  return (
    <Panel
      title="Recent Orders"
      query={useRecentOrders()}
      what="the recent orders"
      lines={5}
      more={
        <Link to="/admin/orders" className={styles.all}>
          All orders
        </Link>
      }
    >
      {(orders) => <RecentOrders orders={orders} />}
    </Panel>
  );
}

function RunningOut() {
  return (
    <Panel
      title="Stock running out"
      query={useScarceProducts()}
      what="what is running out"
      lines={5}
      more={
        <Link to="/admin/products?state=active&sort=stock" className={styles.all}>
          All products by stock
        </Link>
      }
    >
      {(products) => <ScarceProducts products={products} />}
    </Panel>
  );
}

function Drawing() {
  return (
    <Loading label="Drawing the chart">
      <Skeleton shape="block" className={styles.drawing} />
    </Loading>
  );
}
