import type { AdminStats } from '@contract/admin.ts';
import type { Overview } from '@contract/admin-overview.ts';
import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { type Change, changeOfCount, changeOfFlow } from './change-text.ts';
import styles from './figure-tiles.module.css';
import { classNames } from '#components/page/class-names.ts';
import type { OverviewPeriod } from './overview-period.ts';
import { periodBefore, periodStart } from './period-text.ts';

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: Equal };
const inks = { up: 'good', down: 'bad', same: 'quiet' };

type FigureTilesProps = Pick<Overview, 'stats' | 'settledSales' | 'before'> & {
  allTime: AdminStats;
  period: OverviewPeriod;
};

/** The four figures of the shop, each with its change since the period before. */
export function FigureTiles({ stats, settledSales, allTime, before, period }: FigureTilesProps) {
  const [inBefore, since] = [periodBefore[period], periodStart[period]];
  return (
    <dl className={classNames('raised stack ink-line-above', styles.tiles)}>
      <Tile
        name="Total Sales"
        figure={formatKes(stats.totalSales)}
        note={`approved, ${formatKes(settledSales)} of it settled`}
        change={changeOfFlow(stats.totalSales, before.totalSales, { noun: 'sales', before: inBefore })}
        allTime={formatKes(allTime.totalSales)}
      />
      <Tile
        name="Total Orders"
        figure={formatCount(stats.totalOrders)}
        note="paid"
        change={changeOfFlow(stats.totalOrders, before.totalOrders, {
          noun: 'paid orders',
          before: inBefore,
        })}
        allTime={formatCount(allTime.totalOrders)}
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

/** @property allTime where `figure` is only that of the period */
type TileProps = { name: string; figure: string; note: string; change: Change; allTime?: string };

function Tile({ name, figure, note, change, allTime }: TileProps) {
  const Arrow = arrows[change.direction];
  return (
    <div className={classNames('stack gap-1 packed narrow line-below', styles.tile)}>
      <dt className="ink small strong">
        {name} <span className="quiet light">{note}</span>
      </dt>
      <dd className={classNames('breaks', styles.figure)}>{figure}</dd>
      <dd className={classNames('flex muted gap-1 align-top', styles.change)}>
        <Arrow size={16} aria-hidden="true" className={inks[change.direction]} />
        <span>
          {change.sign ? <strong className={inks[change.direction]}>{change.sign}</strong> : null}{' '}
          {change.text}
        </span>
      </dd>
      {allTime === undefined ? null : <dd className="muted">{allTime} in all</dd>}
    </div>
  );
}
