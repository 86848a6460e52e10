import type { ExportedOrder } from '@contract/admin-orders.ts';
import { toCsv } from '../../../../lib/csv-file.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { orderStatusWords } from '../../../components/order-status-badge.tsx';

const head = [
  'Order',
  'Ordered (Nairobi)',
  'Status',
  'Customer',
  'Phone',
  'E-mail',
  'Address',
  'Items',
  'Pieces',
  'Total KES',
  'Paid (Nairobi)',
  'Payment reference',
  'Bank transaction',
  'Open tasks',
];

/** Orders as a file for a spreadsheet: UTF-8 with its mark, so that Excel reads names as they are written. */
export function ordersAsCsv(orders: readonly ExportedOrder[]): string {
  return `\uFEFF${toCsv([head, ...orders.map(lineOf)])}`;
}

function lineOf(order: ExportedOrder): string[] {
  return [
    `#IC-${orderNumber(order.id)}`,
    nairobiTime(order.createdAt),
    orderStatusWords[order.status],
    typed(order.customerName),
    // +254… would become a number, and lose its plus.
    typed(order.customerPhone),
    typed(order.customerEmail),
    typed(order.customerAddress),
    typed(order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('; ')),
    String(order.items.reduce((pieces, { quantity }) => pieces + quantity, 0)),
    String(order.totalAmount),
    order.paidAt === null ? '' : nairobiTime(order.paidAt),
    order.reference ?? '',
    typed(order.transactionId ?? ''),
    String(order.openTasks),
  ];
}

/**
 * What somebody typed, as a spreadsheet must take it: as text. A cell that begins like a formula would be worked out
 * on the owner's machine; behind an apostrophe it is only read.
 */
function typed(text: string): string {
  return /^[\s]*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** `2026-11-21 09:30`: sorts as it reads, and every spreadsheet takes it for a moment. */
function nairobiTime(iso: string): string {
  return new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}
