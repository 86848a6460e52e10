import type { OrderRow } from '@contract/admin-orders.ts';
import { Link } from 'react-router-dom';
import type { Column } from '../../../../components/data-table.tsx';
import { formatKes } from '../../../../lib/money.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { TaskMark } from '../../../components/task-mark.tsx';
import { moneyWordsOf } from '../order-money.ts';
import { OrderStatusBadge } from '../../../components/order-status-badge.tsx';
import { itemsWords } from './items-words.ts';
import styles from './orders-table.module.css';

/** The columns of the table; `from` is the address of this page of it, for the way back. */
export function orderColumns(from: string): Column<OrderRow>[] {
  return [
    {
      key: 'number',
      header: 'Order',
      onPhone: 'title',
      cell: ({ id }) => (
        <Link to={`/admin/orders/${id}`} state={{ from }} className={styles.number}>
          #{orderNumber(id)}
        </Link>
      ),
    },
    {
      key: 'createdAt',
      header: 'Ordered',
      sort: 'createdAt',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className={styles.time}>
          {formatDayAndTime(createdAt)}
        </time>
      ),
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: ({ customerName, customerPhone }) => (
        <span className={styles.customer}>
          <span>{customerName}</span>
          <a href={`tel:${customerPhone}`} className={styles.phone}>
            {customerPhone}
          </a>
        </span>
      ),
    },
    {
      key: 'items',
      header: 'Items',
      cell: (row) => <span className={styles.items}>{itemsWords(row)}</span>,
    },
    {
      key: 'total',
      header: 'Total',
      sort: 'totalAmount',
      align: 'end',
      cell: ({ totalAmount }) => <span className={styles.total}>{formatKes(totalAmount)}</span>,
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
        <span className={styles.money}>
          {moneyWordsOf(row)}
          <TaskMark count={row.openTasks} />
        </span>
      ),
    },
  ];
}
