import type { TransactionRow } from '@contract/admin-transactions.ts';
import { type CsvColumn, shillings } from '#dashboard/lib/csv.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { ordersOf, stateLabelOf } from '../transaction-text.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import { taskTitle } from '@contract/owner-task-text.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';

/** What a CSV file has of each. */
export const transactionFile: readonly CsvColumn<TransactionRow>[] = [
  ['Reference', (row) => row.reference],
  ['Method', (row) => paymentMethodLabels[row.paymentMethod]],
  ['Opened (Nairobi)', (row) => nairobiMinute(row.createdAt)],
  [
    'Order',
    (row) =>
      ordersOf(row)
        .map(({ orderId }) => listedOrderNumber(orderId))
        .join(', '),
  ],
  [
    'Customer',
    (row) =>
      ordersOf(row)
        .map(({ customerName }) => customerName)
        .join(', ') ||
      (row.note ?? ''),
  ],
  ['No order yet KES', ({ restCents }) => (restCents > 0 ? shillings(restCents) : '')],
  ['Asked KES', (row) => String(row.amount)],
  ['Bank approved KES', (row) => (row.bankAmountCents === null ? '' : shillings(row.bankAmountCents))],
  ['Gross sales KES', (row) => shillings(row.sales.grossCents)],
  ['Refunded KES', (row) => shillings(row.sales.refundedCents)],
  ['Status', (row) => stateLabelOf(row)],
  ['Decided (Nairobi)', (row) => (row.decidedAt === null ? '' : nairobiMinute(row.decidedAt))],
  ['Bank’s payment number', (row) => row.transactionId ?? ''],
  ['Bank code', (row) => row.bankStatus ?? ''],
  ['Open task', (row) => row.openTasks.map(taskTitle).join('; ')],
];
