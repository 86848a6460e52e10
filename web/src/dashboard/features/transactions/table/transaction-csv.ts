import type { TransactionRow } from '@contract/admin-transactions.ts';
import { csvOf, shillings } from '#dashboard/lib/csv.ts';
import { orderNumber } from '#orders/order-number.ts';
import { stateLabelOf } from '../transaction-text.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';

const head = [
  'Reference',
  'Method',
  'Opened (Nairobi)',
  'Order',
  'Customer',
  'Asked KES',
  'Bank approved KES',
  'Gross sales KES',
  'Refunded KES',
  'State',
  'Decided (Nairobi)',
  'Bank’s payment number',
  'Bank code',
  'Open task',
];

/** Transactions as a CSV file. */
export function transactionsAsCsv(transactions: readonly TransactionRow[]): string {
  return csvOf([head, ...transactions.map(lineOf)]);
}

function lineOf(row: TransactionRow): string[] {
  return [
    row.reference,
    paymentMethodLabels[row.paymentMethod],
    nairobiMinute(row.createdAt),
    `#IC-${orderNumber(row.orderId)}`,
    row.customerName,
    String(row.amount),
    row.bankAmountCents === null ? '' : shillings(row.bankAmountCents),
    shillings(row.sales.grossCents),
    shillings(row.sales.refundedCents),
    stateLabelOf(row),
    row.decidedAt === null ? '' : nairobiMinute(row.decidedAt),
    row.transactionId ?? '',
    row.bankStatus ?? '',
    row.openTask ?? '',
  ];
}
