import type { TransactionRow } from '@contract/admin-transactions.ts';
import { toCsv } from '../../../../lib/csv-file.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { transactionStatusWords } from '../transaction-words.ts';

const head = [
  'Reference',
  'Opened (Nairobi)',
  'Order',
  'Customer',
  'Asked KES',
  'Bank took KES',
  'State',
  'Decided (Nairobi)',
  'Bank transaction',
  'Bank code',
  'Open task',
];

/** Transactions as a file for a spreadsheet: UTF-8 with its mark, so that Excel reads names as they are written. */
export function transactionsAsCsv(transactions: readonly TransactionRow[]): string {
  return `\uFEFF${toCsv([head, ...transactions.map(lineOf)])}`;
}

function lineOf(row: TransactionRow): string[] {
  return [
    row.reference,
    nairobiTime(row.createdAt),
    `#IC-${orderNumber(row.orderId)}`,
    typed(row.customerName),
    String(row.amount),
    row.bankAmountCents === null ? '' : (row.bankAmountCents / 100).toFixed(2),
    transactionStatusWords[row.status],
    row.settledAt === null ? '' : nairobiTime(row.settledAt),
    typed(row.transactionId ?? ''),
    typed(row.bankStatus ?? ''),
    row.openTask ?? '',
  ];
}

/** A cell that begins like a formula would be worked out on the owner's machine; behind an apostrophe it is only read. */
function typed(text: string): string {
  return /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** `2026-11-21 09:30`: sorts as it reads, and every spreadsheet takes it for a moment. */
function nairobiTime(iso: string): string {
  return new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}
