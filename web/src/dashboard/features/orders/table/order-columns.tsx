import type { OrderRow } from '@contract/admin-orders.ts';
import { Link } from 'react-router-dom';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { formatKes } from '@contract/money.ts';
import { formatWeekday } from '@contract/nairobi-time.ts';
import { orderNumber } from '@contract/order-number.ts';
import cells from '#dashboard/components/table-cells.module.css';
import { Moment } from '#dashboard/components/moment.tsx';
import { TaskBadge } from '#dashboard/components/task-badge.tsx';
import { buyerText } from '#orders/company-text.ts';
import { moneyExceptionOf } from '../order-money.ts';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { counted } from '#dashboard/lib/format-count.ts';

/** The columns of the table. @param from this page's query string, for the link back */
export function orderColumns(from: string): Column<OrderRow>[] {
  return [
    {
      header: 'Order',
      onPhone: 'line',
      opens: true,
      cell: ({ id }) => (
        <Link
          to={`/admin/orders/${id}`}
          state={{ from }}
          className={`inline-row strong mono ${cells.number}`}
        >
          #{orderNumber(id)}
        </Link>
      ),
    },
    {
      header: 'Ordered',
      sort: 'createdAt',
      from: 'medium',
      onPhone: 'line',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { header: 'Customer', onPhone: 'name', width: 'limited', cell: buyerText },
    {
      header: 'Phone',
      from: 'wide',
      cell: ({ customerPhone }) => (
        <a href={`tel:${customerPhone}`} className="tabular quiet">
          {customerPhone}
        </a>
      ),
    },
    {
      header: 'Items',
      onPhone: 'line',
      width: 'rest',
      cell: (row) => {
        const exception = [promiseOf(row), sentOf(row), moneyExceptionOf(row)].filter(Boolean).join(', ');
        return (
          <>
            <strong className={row.lateSince ? 'bad' : undefined}>{exception}</strong>
            <span>{`${exception && ' '}${itemsText(row)}`}</span>
          </>
        );
      },
    },
    {
      header: 'Total',
      onPhone: 'figure',
      sort: 'totalAmount',
      align: 'end',
      cell: ({ totalAmount }) => <strong className="tabular">{formatKes(totalAmount)}</strong>,
    },
    {
      header: 'Status',
      onPhone: 'state',
      cell: (row) => (
        <span className={`inline-row gap-1 ${cells.badges}`}>
          {row.openTasks > 0 ? <TaskBadge count={row.openTasks} /> : null}
          {row.toSend ? (
            <StatusBadge tone={row.lateSince ? 'late' : 'work'}>
              {row.isWorkLeft ? 'To do' : 'To send'}
            </StatusBadge>
          ) : null}
          <OrderStatusBadge of={row} isMoneyFirst />
        </span>
      ),
    },
  ];
}

/** By when an order was promised that is to be sent, or is late. */
function promiseOf({ lateSince, toSend, isWorkLeft, deliverBy }: OrderRow): string | null {
  if (lateSince) return `late: promised by ${formatWeekday(lateSince)}`;
  return toSend && deliverBy && !isWorkLeft ? `deliver by ${formatWeekday(deliverBy)}` : null;
}

/** How much of an order that leaves in parts has left; once all has, whether it is there. */
function sentOf({ sent }: OrderRow): string | null {
  if (sent && sent.pieces < sent.total) return `${sent.pieces} of ${sent.total} sent`;
  return sent?.isOnWay ? 'on its way' : null;
}

/** `2 × Power cable, 1 × GPSMAP 65s and 3 more products`. */
export function itemsText({ items, lines }: Pick<OrderRow, 'items' | 'lines'>): string {
  const named = items.map(({ quantity, productName }) => `${quantity} × ${productName}`);
  const rest = lines - items.length;
  if (rest <= 0) return named.join(', ');
  return `${named.join(', ')} and ${counted(rest, 'more product')}`;
}
