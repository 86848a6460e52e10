import type { AdminStats, Sales } from '@contract/admin.ts';
import type { Overview } from '@contract/admin-overview.ts';
import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { formatCents, formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { type Change, changeOfCount, changeOfFlow } from './change-text.ts';
import styles from './statistic-tiles.module.css';
import { classNames } from '#components/page/class-names.ts';
import type { OverviewPeriod } from './overview-period.ts';
import { periodBefore, periodInName, periodStart } from './period-text.ts';

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: Equal };
const inks = { up: 'good', down: 'bad', same: 'quiet' };

type StatisticTilesProps = Pick<Overview, 'stats' | 'sold' | 'before'> & {
  allTime: AdminStats;
  period: OverviewPeriod;
};

/** The four figures of the shop, and beside sales and orders those of a period, with the change since the one before. */
export function StatisticTiles({ stats, sold, allTime, before, period }: StatisticTilesProps) {
  const [inBefore, since] = [periodBefore(period), periodStart(period)];
  return (
    <dl className={classNames('raised stack ink-line-above', styles.tiles)}>
      <Tile
        name="Total Sales"
        figure={formatKes(allTime.totalSales)}
        note="received, of all time, less what was refunded or bounced"
      />
      <Tile
        name={`Sales ${periodInName(period)}`}
        figure={formatCents(sold.netCents)}
        note={salesNote(sold)}
        change={changeOfFlow(stats.totalSales, before.totalSales, { noun: 'sales', before: inBefore })}
      />
      <Tile
        name="Total Orders"
        figure={formatCount(allTime.totalOrders)}
        note="of all time, paid or sent on account"
      />
      <Tile
        name={`Orders ${periodInName(period)}`}
        figure={formatCount(stats.totalOrders)}
        note="paid or sent on account"
        change={changeOfFlow(stats.totalOrders, before.totalOrders, {
          noun: 'orders sold',
          before: inBefore,
        })}
      />
      <Tile
        name="Total Products"
        figure={formatCount(stats.totalProducts)}
        note="on sale now"
        change={changeOfCount(stats.totalProducts, before.totalProducts, since)}
      />
      <Tile
        name="Total Users"
        figure={formatCount(stats.totalUsers)}
        note="accounts"
        change={changeOfCount(stats.totalUsers, before.totalUsers, since)}
      />
    </dl>
  );
}

/** What the net is made of, and how much of it the bank has settled. */
function salesNote({ grossCents, refundedCents, settledCents }: Sales): string {
  const settled = `${formatCents(settledCents)} of it settled`;
  return refundedCents === 0
    ? `received, ${settled}`
    : `net: ${formatCents(grossCents)} received, ${settled}; ${formatCents(refundedCents)} refunded or bounced`;
}

type TileProps = { name: string; figure: string; note: string; change?: Change };

function Tile({ name, figure, note, change }: TileProps) {
  return (
    <div className={classNames('stack gap-1 packed narrow line-below', styles.tile)}>
      <dt className="ink small strong">
        {name} <span className="quiet light">{note}</span>
      </dt>
      <dd className={classNames('breaks', styles.figure)}>{figure}</dd>
      {change ? <ChangeSince change={change} /> : null}
    </div>
  );
}

function ChangeSince({ change: { direction, sign, text } }: { change: Change }) {
  const Arrow = arrows[direction];
  return (
    <dd className={classNames('flex muted gap-1 align-top', styles.change)}>
      <Arrow size={16} aria-hidden="true" className={inks[direction]} />
      <span>
        {sign ? <strong className={inks[direction]}>{sign}</strong> : null}
        <span>{` ${text}`}</span>
      </span>
    </dd>
  );
}
