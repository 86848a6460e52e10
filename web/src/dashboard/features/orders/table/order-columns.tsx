import type { OrderRow } from '@contract/admin-orders.ts';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { formatKes } from '@contract/money.ts';
import { formatDayAndTime, formatWeekday } from '@contract/nairobi-time.ts';
import { orderNumber } from '@contract/order-number.ts';
import cells from '#dashboard/components/table-cells.module.css';
import { TaskBadge } from '#dashboard/components/task-badge.tsx';
import { moneyExceptionOf } from '../order-money.ts';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { counted } from '#dashboard/lib/format-count.ts';

/** The columns of the table. @param from this page's query string, for the link back */
export function orderColumns(from: string): Column<OrderRow>[] {
  return [
    {
      header: 'Order',
      onPhone: 'title',
      cell: ({ id }) => (
        <Link
          to={`/admin/orders/${id}`}
          state={{ from }}
          className={classNames('inline-row strong mono', cells.number)}
        >
          #{orderNumber(id)}
        </Link>
      ),
    },
    {
      header: 'Ordered',
      sort: 'createdAt',
      onPhone: 'below',
      cell: ({ createdAt }) => {
        const [day, time] = formatDayAndTime(createdAt).split(',');
        return (
          <time dateTime={createdAt} className="one-line tabular">
            {day}
            <span className={cells.time}>,{time}</span>
          </time>
        );
      },
    },
    {
      header: 'Customer',
      onPhone: 'beside',
      cell: ({ customerName, customerPhone }) => (
        <span className={classNames('stack at-start', cells.stacked)}>
          <span className={classNames('cut', cells.name)}>{customerName}</span>
          {customerPhone ? (
            <a href={`tel:${customerPhone}`} className={classNames('tabular one-line quiet', cells.phone)}>
              {customerPhone}
            </a>
          ) : null}
        </span>
      ),
    },
    {
      header: 'Items',
      onPhone: 'hidden',
      cell: (row) => <span className="clamp">{itemsText(row)}</span>,
    },
    {
      header: 'Total',
      onPhone: 'figure',
      sort: 'totalAmount',
      align: 'end',
      cell: ({ totalAmount }) => <strong className="tabular one-line">{formatKes(totalAmount)}</strong>,
    },
    {
      header: 'Status',
      onPhone: 'state',
      cell: (row) => (
        <span className={classNames('inline-row', cells.marked)}>
          <TaskBadge count={row.openTasks} />
          <span className="quiet">
            {[promiseOf(row), sentOf(row), moneyExceptionOf(row)].filter(Boolean).join(', ')}
          </span>
          <span className="inline-row gap-1">
            {row.toSend ? <StatusBadge tone={row.lateSince ? 'late' : 'work'}>To send</StatusBadge> : null}
            <OrderStatusBadge of={row} />
          </span>
        </span>
      ),
    },
  ];
}

/** By when an order was promised that is to be sent, or is late. */
function promiseOf({ lateSince, toSend, deliverBy }: OrderRow): string | null {
  if (lateSince) return `late: promised by ${formatWeekday(lateSince)}`;
  return toSend && deliverBy ? `promised by ${formatWeekday(deliverBy)}` : null;
}

/** How much of an order that leaves in parts has left. */
const sentOf = ({ sent }: OrderRow) =>
  sent && sent.pieces < sent.total ? `${sent.pieces} of ${sent.total} sent` : null;

/** `2 × Power cable, 1 × GPSMAP 65s and 3 more products`. */
export function itemsText({ items, lines }: Pick<OrderRow, 'items' | 'lines'>): string {
  const named = items.map(({ quantity, productName }) => `${quantity} × ${productName}`);
  const rest = lines - items.length;
  if (rest <= 0) return named.join(', ');
  return `${named.join(', ')} and ${counted(rest, 'more product')}`;
}
