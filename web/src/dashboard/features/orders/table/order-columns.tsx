import type { OrderRow } from '@contract/admin-orders.ts';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import type { Column } from '#components/tables/data-table.tsx';
import { formatKes } from '@contract/money.ts';
import { orderNumber } from '#orders/order-number.ts';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import { TaskBadge } from '#dashboard/components/task-badge.tsx';
import { moneyLabelOf } from '../order-money.ts';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { itemsText } from './items-text.ts';

/** The columns of the table. @param from this page's query string, for the link back */
export function orderColumns(from: string): Column<OrderRow>[] {
  return [
    {
      key: 'number',
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
      key: 'createdAt',
      header: 'Ordered',
      sort: 'createdAt',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: ({ customerName, customerPhone }) => (
        <span className={classNames('stack at-start breaks', cells.stacked)}>
          <span>{customerName}</span>
          <a href={`tel:${customerPhone}`} className={classNames('tabular one-line quiet', cells.phone)}>
            {customerPhone}
          </a>
        </span>
      ),
    },
    {
      key: 'items',
      header: 'Items',
      cell: (row) => <span className="clamp">{itemsText(row)}</span>,
    },
    {
      key: 'total',
      header: 'Total',
      sort: 'totalAmount',
      align: 'end',
      cell: ({ totalAmount }) => <strong className="tabular one-line">{formatKes(totalAmount)}</strong>,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => (
        <span>
          <OrderStatusBadge status={status} />
        </span>
      ),
    },
    {
      key: 'money',
      header: 'Money',
      cell: (row) => (
        <span className={classNames('inline-row wrap', cells.marked)}>
          {moneyLabelOf(row)}
          <TaskBadge count={row.openTasks} />
        </span>
      ),
    },
  ];
}
