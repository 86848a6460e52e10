import { useMemo } from 'react';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import type { TransactionRow, TransactionFilter } from '@contract/admin-transactions.ts';
import type { Column } from '#components/tables/data-table.tsx';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import { TaskBadge } from '#dashboard/components/task-badge.tsx';
import { TransactionStatusBadge } from '../transaction-status-badge.tsx';
import {
  bankStatusText,
  noOrder,
  ordersOf,
  wasAskedFor,
  transactionStatusLabels,
} from '../transaction-text.ts';
import { transactionStatuses } from '@contract/admin.ts';
import { choiceOf, dayAndAmountFilters, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { type DayAndAmountName, dayAndAmountOf } from '#dashboard/lib/day-and-amount-filter.ts';
import { optionsOf } from '#components/forms/select-field.tsx';

type TransactionFilterName = 'q' | 'status' | DayAndAmountName;

const transactionFilters: readonly TableFilter<TransactionFilterName>[] = [
  {
    name: 'q',
    kind: 'search',
    label: 'Order, customer, reference or bank’s payment number',
  },
  choiceOf(
    'status',
    'Status',
    'Every status',
    [{ value: 'rest', label: noOrder }, ...optionsOf(transactionStatuses, transactionStatusLabels)],
    [
      { value: 'rest', label: 'No order' },
      { value: 'pending', label: transactionStatusLabels.pending },
      { value: '', label: 'All' },
    ],
  ),
  ...dayAndAmountFilters,
];

/** Reads the filter from the URL; invalid values are ignored. */
export function transactionFilterOf(filters: Record<TransactionFilterName, string>): TransactionFilter {
  const filter: TransactionFilter = dayAndAmountOf(filters);
  const text = filters.q.trim();
  if (text) filter.text = text;
  const status = transactionStatuses.find((one) => one === filters.status);
  if (status) filter.status = status;
  if (filters.status === 'rest') filter.hasRest = true;
  return filter;
}

/**
 * Every transaction, that is, every attempt to pay by card. Searched and filtered in Postgres, newest first.
 */
export function TransactionsTable({ onOpen }: { onOpen(id: string): void }) {
  const address = useTableAddress({ filters: transactionFilters });
  const filter = transactionFilterOf(address.filters);
  const list = sqlList('list_transaction_page', { p_filter: filter });
  const columns = useMemo(() => transactionColumns(onOpen), [onOpen]);
  return (
    <AdminTable
      query={useRows(list, address.after)}
      address={address}
      filters={transactionFilters}
      caption="Payments, newest first"
      noun="payments"
      columns={columns}
      notFound="No payment matches all of these filters."
      nothingYet={{ description: 'Card payments and payments that you record are listed here.' }}
      heading={<h3 className="visually-hidden">Payments</h3>}
    />
  );
}

/** The columns of the table; the payment's number opens the bank's answers. */
function transactionColumns(onOpen: (id: string) => void): Column<TransactionRow>[] {
  return [
    {
      header: 'Customer',
      onPhone: 'name',
      width: 'rest',
      cell: (row) => (
        <>
          {[
            ...new Set(ordersOf(row).map(({ customerName }) => customerName)),
            row.restCents > 0 && `${noOrder}: ${formatCents(row.restCents)}`,
          ]
            .filter(Boolean)
            .join(', ')}{' '}
          <span className="quiet light">{row.note}</span>
        </>
      ),
    },
    {
      header: 'Order',
      onPhone: 'line',
      cell: (row) =>
        ordersOf(row).map(({ orderId }) => (
          <OrderLink
            key={orderId}
            id={orderId}
            className={`inline-row strong mono ${cells.number} ${cells.listed}`}
          />
        )),
    },
    {
      header: 'Opened',
      onPhone: 'line',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      header: 'Payment',
      onPhone: 'line',
      width: 'limited',
      opens: true,
      cell: ({ id, reference }) => (
        <button
          type="button"
          className={`link-button strong mono ${cells.button}`}
          aria-label={`${reference}: details`}
          onClick={() => onOpen(id)}
        >
          {reference}
        </button>
      ),
    },
    {
      header: 'Method',
      from: 'wide',
      cell: (row) =>
        [
          paymentMethodLabels[row.paymentMethod],
          wasAskedFor(row) && !row.transactionId && bankStatusText(row),
        ]
          .filter(Boolean)
          .join(': '),
    },
    {
      header: 'Amount',
      onPhone: 'figure',
      align: 'end',
      cell: (row) => (
        <>
          <strong className="tabular">
            {wasAskedFor(row) ? formatKes(row.amount) : formatCents(row.bankAmountCents ?? 0)}
          </strong>
          {wasAskedFor(row) && row.bankAmountCents !== null && row.bankAmountCents !== row.amount * 100 ? (
            <strong className="block bad">
              <span>{row.paymentMethod === 'card' ? 'Bank approved' : 'Safaricom approved'}</span>{' '}
              <span className="tabular">{formatCents(row.bankAmountCents)}</span>
            </strong>
          ) : null}
        </>
      ),
    },
    {
      header: 'Status',
      onPhone: 'state',
      cell: (row) => (
        <span className="inline-row gap-1">
          {row.openTasks.length > 0 ? <TaskBadge count={1} /> : null}
          <TransactionStatusBadge of={row} />
        </span>
      ),
    },
  ];
}
