import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { Column } from '#components/tables/data-table.tsx';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import { TaskBadge } from '#dashboard/components/task-badge.tsx';
import { TransactionStatusBadge } from '../transaction-status-badge.tsx';
import { bankStatusText, noOrder } from '../transaction-text.ts';
import { classNames } from '#components/page/class-names.ts';

/** The columns of the table; its first cell opens the bank's answers. */
export function transactionColumns(onOpen: (id: string) => void): Column<TransactionRow>[] {
  return [
    {
      header: 'Payment',
      onPhone: 'title',
      cell: ({ id, reference }) => (
        <button
          type="button"
          className={classNames('link-button inline-row strong mono one-line', cells.button)}
          aria-label={`${reference}: details`}
          onClick={() => onOpen(id)}
        >
          {reference}
        </button>
      ),
    },
    {
      header: 'Opened',
      onPhone: 'hidden',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      header: 'Order',
      onPhone: 'below',
      cell: ({ orderId, customerName }) =>
        orderId === null ? (
          noOrder
        ) : (
          <span className={classNames('stack at-start breaks', cells.stacked)}>
            <OrderLink id={orderId} className={classNames('inline-row strong mono', cells.number)} />
            <span>{customerName}</span>
          </span>
        ),
    },
    {
      header: 'Amount',
      onPhone: 'figure',
      align: 'end',
      cell: ({ amount, bankAmountCents }) => (
        <span className="stack">
          <strong className="tabular one-line">{formatKes(amount)}</strong>
          {bankAmountCents !== null && bankAmountCents !== amount * 100 ? (
            <strong className="bad">
              Bank approved <span className="tabular one-line">{formatCents(bankAmountCents)}</span>
            </strong>
          ) : null}
        </span>
      ),
    },
    {
      header: 'State',
      onPhone: 'state',
      cell: (row) => (
        <span className={classNames('inline-row wrap', cells.marked)}>
          <TransactionStatusBadge of={row} />
          <TaskBadge count={row.openTasks.length > 0 ? 1 : 0} />
        </span>
      ),
    },
    {
      header: 'Method',
      onPhone: 'hidden',
      cell: (row) => (
        <span className="stack">
          <span>{paymentMethodLabels[row.paymentMethod]}</span>
          {row.paymentMethod === 'card' ? (
            row.transactionId ? (
              <code className="code breaks">{row.transactionId}</code>
            ) : (
              <span>{bankStatusText(row)}</span>
            )
          ) : null}
        </span>
      ),
    },
  ];
}
