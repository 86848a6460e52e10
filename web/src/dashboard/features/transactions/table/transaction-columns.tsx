import type { TransactionRow } from '@contract/admin-transactions.ts';
import { Link } from 'react-router-dom';
import type { Column } from '../../../../components/data-table.tsx';
import { formatCents, formatKes } from '../../../../lib/money.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { TaskMark } from '../../../components/task-mark.tsx';
import { TransactionStatusBadge } from '../transaction-status-badge.tsx';
import { bankWordsOf } from '../transaction-words.ts';
import styles from './transactions-table.module.css';

/** The columns of the table; its first cell opens the bank's answers. */
export function transactionColumns(onOpen: (id: string) => void): Column<TransactionRow>[] {
  return [
    {
      key: 'reference',
      header: 'Payment',
      onPhone: 'title',
      cell: ({ id, reference }) => (
        <button
          type="button"
          className={styles.open}
          aria-label={`${reference}: what the bank said`}
          onClick={() => onOpen(id)}
        >
          {reference}
        </button>
      ),
    },
    {
      key: 'createdAt',
      header: 'Opened',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className={styles.figure}>
          {formatDayAndTime(createdAt)}
        </time>
      ),
    },
    {
      key: 'order',
      header: 'Order',
      cell: ({ orderId, customerName }) => (
        <span className={styles.order}>
          <Link to={`/admin/orders/${orderId}`} className={styles.number}>
            #IC-{orderNumber(orderId)}
          </Link>
          <span className={styles.customer}>{customerName}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ amount, bankAmountCents }) => (
        <span className={styles.amount}>
          <span className={styles.figure}>{formatKes(amount)}</span>
          {bankAmountCents !== null && bankAmountCents !== amount * 100 ? (
            <span className={styles.took}>Bank took {formatCents(bankAmountCents)}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'State',
      cell: ({ status, openTask }) => (
        <span className={styles.state}>
          <TransactionStatusBadge status={status} />
          <TaskMark count={openTask ? 1 : 0} />
        </span>
      ),
    },
    {
      key: 'bank',
      header: 'The bank',
      cell: (row) =>
        row.transactionId ? <code className={styles.index}>{row.transactionId}</code> : bankWordsOf(row),
    },
  ];
}
