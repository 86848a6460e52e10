import { lowStock } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { counted } from '#dashboard/lib/format-count.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { AlertsList } from './alerts-list.tsx';
import { SalesChart } from './charts/sales-chart.tsx';
import { formatDays } from './charts/slot-text.ts';
import { PeriodFigures, Totals } from './overview-figures.tsx';
import styles from './overview.module.css';
import { useOrdersToSend, useOverview, useRecentOrders, useScarceProducts } from './overview-queries.ts';
import { Panel } from './panel.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { periodOf } from './overview-period.ts';
import { periodInName } from './period-text.ts';
import { SteadyRows } from './steady-rows.tsx';
import { ScarceProducts, ShortOrders, TopProducts } from './short-lists.tsx';
import { classNames } from '#components/page/class-names.ts';

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
      {(orders) => <SteadyRows rows={orders}>{(rows) => <ShortOrders orders={rows} />}</SteadyRows>}
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
          {({ rows }) => (
            <SteadyRows rows={rows}>{(steady) => <ShortOrders orders={steady} isPaid />}</SteadyRows>
          )}
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
          {(products) => (
            <SteadyRows rows={products}>{(rows) => <ScarceProducts products={rows} />}</SteadyRows>
          )}
        </Panel>
        {mayReport ? null : recent}
      </div>
      {mayReport ? <Reports>{recent}</Reports> : null}
    </div>
  );
}

function usePeriod() {
  const [params] = useSearchParams();
  return periodOf(params.get('period'));
}

/** Sales and orders of the chosen period, its top products, and the totals of all time. */
function Reports({ children }: { children: ReactNode }) {
  const period = usePeriod();
  const overview = useOverview(period);
  return (
    <>
      <Panel
        title="Sales"
        query={overview}
        what="the figures"
        lines={8}
        more={<PeriodChoice period={period} />}
      >
        {({ from, to, step, sales, ...figures }) => (
          <div className="stack gap-3">
            {figures.sold.grossCents === 0 && figures.sold.refundedCents === 0 ? (
              <p className="quiet">
                {`No money came in during this time.${figures.stats.totalOrders > 0 ? ` ${counted(figures.stats.totalOrders, 'order')} on account.` : ''}`}
              </p>
            ) : (
              <>
                <PeriodFigures {...figures} period={period} />
                <SalesChart sales={sales} step={step} days={formatDays(from, to)} />
              </>
            )}
          </div>
        )}
      </Panel>
      <div className={classNames('stack gap-6', styles.three)}>
        <Panel
          title={`Top Products ${periodInName(period)}`}
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

function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-row target small">
      {children}
    </Link>
  );
}
