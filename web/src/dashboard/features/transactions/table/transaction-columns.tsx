import type { TransactionRow } from '@contract/admin-transactions.ts';
import { Fragment } from 'react';
import type { Column } from '#components/tables/data-table.tsx';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import { TaskBadge } from '#dashboard/components/task-badge.tsx';
import { TransactionStatusBadge } from '../transaction-status-badge.tsx';
import { bankStatusText, noOrder, ordersOf, wasAskedFor } from '../transaction-text.ts';
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
      cell: (row) => (
        <span className={classNames('stack at-start breaks', cells.stacked)}>
          {ordersOf(row).map(({ orderId, customerName }) => (
            <Fragment key={orderId}>
              <OrderLink id={orderId} className={classNames('inline-row strong mono', cells.number)} />
              <span>{customerName}</span>
            </Fragment>
          ))}
          {row.restCents > 0 ? <span>{`${noOrder}: ${formatCents(row.restCents)}`}</span> : null}
          <span className="quiet">{row.note}</span>
        </span>
      ),
    },
    {
      header: 'Amount',
      onPhone: 'figure',
      align: 'end',
      cell: (row) => (
        <span className="stack">
          <strong className="tabular one-line">
            {wasAskedFor(row) ? formatKes(row.amount) : formatCents(row.bankAmountCents ?? 0)}
          </strong>
          {wasAskedFor(row) && row.bankAmountCents !== null && row.bankAmountCents !== row.amount * 100 ? (
            <strong className="bad">
              <span>{row.paymentMethod === 'card' ? 'Bank approved' : 'Safaricom approved'}</span>{' '}
              <span className="tabular one-line">{formatCents(row.bankAmountCents)}</span>
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
          {wasAskedFor(row) && !row.transactionId ? <span>{bankStatusText(row)}</span> : null}
        </span>
      ),
    },
  ];
}
