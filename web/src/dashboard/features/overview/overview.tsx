import { lowStock } from '@contract/products.ts';
import type { ComponentType, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { AlertsList } from './alerts-list.tsx';
import { formatDays } from './charts/slot-text.ts';
import { StatisticTiles } from './statistic-tiles.tsx';
import styles from './overview.module.css';
import { useOrdersToSend, useOverview, useRecentOrders, useScarceProducts } from './overview-queries.ts';
import { Panel } from './panel.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { periodOf } from './overview-period.ts';
import { periodInName } from './period-text.ts';
import { ScarceProducts, ShortOrders, TopProducts } from './short-lists.tsx';
import { classNames } from '#components/page/class-names.ts';
import { lazyPart } from '#lib/loading/lazy-part.ts';

// The figures do not wait for the chart library.
const SalesChart = lazyPart('SalesChart', () => import('./charts/sales-chart.tsx'));
const StatusChart = lazyPart('StatusChart', () => import('./charts/status-chart.tsx'));

/** The state of the shop: first what waits for whom, then the reports, for those who may see them. */
export function Overview() {
  const mayReport = useMay()('reports');
  const recent = (
    <Panel
      title="Recent Orders"
      query={useRecentOrders()}
      what="the recent orders"
      lines={5}
      more={<All to="/admin/orders">All orders</All>}
      empty={(orders) => orders.length === 0 && 'No orders yet.'}
    >
      {(orders) => <ShortOrders orders={orders} />}
    </Panel>
  );
  return (
    <div className="stack gap-5">
      <div className={classNames('stack gap-5', styles.three)}>
        {mayReport ? <AlertsList /> : null}
        <Panel
          title="To send"
          query={useOrdersToSend()}
          what="the orders to send"
          lines={5}
          more={<All to="/admin/orders?status=to-send">All to send</All>}
          empty={({ rows }) => rows.length === 0 && 'Nothing is to be sent.'}
        >
          {({ rows }) => <ShortOrders orders={rows} isPaid />}
        </Panel>
        <Panel
          title="Stock running out"
          query={useScarceProducts()}
          what="what is running out"
          lines={5}
          more={<All to="/admin/products?state=active&sort=stock">All products by stock</All>}
          empty={(products) =>
            products.length === 0 && `Every product on sale has more than ${lowStock} pieces on the shelf.`
          }
        >
          {(products) => <ScarceProducts products={products} />}
        </Panel>
        {mayReport ? null : recent}
      </div>
      {/* The period chosen here is that of the reports below. */}
      {mayReport ? <Figures /> : null}
      {mayReport ? <Reports>{recent}</Reports> : null}
    </div>
  );
}

function usePeriod() {
  const [params] = useSearchParams();
  return periodOf(params.get('period'));
}

function Reports({ children }: { children: ReactNode }) {
  const period = usePeriod();
  const overview = useOverview(period);
  const follows = 'the figures above';
  return (
    <>
      <div className={classNames('stack gap-6', styles.three)}>
        <Panel
          title="Sales over time"
          query={overview}
          what="the sales"
          lines={8}
          follows={follows}
          empty={({ sold }) =>
            sold.grossCents === 0 && sold.refundedCents === 0 && 'No money came in during this time.'
          }
        >
          {({ sales, step, from, to }) => (
            <Chart of={SalesChart} sales={sales} step={step} days={formatDays(from, to)} />
          )}
        </Panel>
        <Panel
          title="Orders by status"
          query={overview}
          what="the orders by status"
          lines={6}
          follows={follows}
          empty={({ ordersByStatus }) =>
            Object.values(ordersByStatus).every((orders) => orders === 0) &&
            'Nobody placed an order during this time.'
          }
        >
          {({ ordersByStatus, from, to }) => (
            <Chart of={StatusChart} orders={ordersByStatus} days={formatDays(from, to)} />
          )}
        </Panel>
      </div>
      <div className={classNames('stack gap-6', styles.three)}>
        <Panel
          title={`Top Products ${periodInName(period)}`}
          query={overview}
          what="the top products"
          lines={5}
          follows={follows}
          empty={({ topProducts }) => topProducts.length === 0 && 'Nothing was sold in this period.'}
        >
          {({ topProducts }) => <TopProducts products={topProducts} />}
        </Panel>
        {children}
      </div>
    </>
  );
}

function Figures() {
  const period = usePeriod();
  return (
    <Panel
      title="Figures"
      query={useOverview(period)}
      what="the figures"
      more={<PeriodChoice period={period} />}
    >
      {({ from, to, beforeFrom, beforeTo, ...figures }) => (
        <>
          <StatisticTiles {...figures} period={period} />
          <p className="muted pad-top-2">
            {`${formatDays(from, to)}, compared with ${formatDays(beforeFrom, beforeTo)} up to the same time of day`}
          </p>
        </>
      )}
    </Panel>
  );
}

/** A chart; its library is loaded when the first chart is shown. */
function Chart<Props extends object>({ of: Drawing, ...props }: { of: ComponentType<Props> } & Props) {
  return (
    <PromptSuspense
      fallback={
        <Loading label="Drawing the chart">
          <Skeleton shape="block" className={styles.drawing} />
        </Loading>
      }
    >
      <Drawing {...(props as unknown as Props)} />
    </PromptSuspense>
  );
}

function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-row target small">
      {children}
    </Link>
  );
}
