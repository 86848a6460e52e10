import type { ExportedOrder } from '@contract/admin-orders.ts';
import { csvOf } from '../../../lib/csv.ts';
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

/** Orders as a CSV file. */
export function ordersAsCsv(orders: readonly ExportedOrder[]): string {
  return csvOf([head, ...orders.map(lineOf)]);
}

function lineOf(order: ExportedOrder): string[] {
  return [
    `#IC-${orderNumber(order.id)}`,
    nairobiTime(order.createdAt),
    orderStatusWords[order.status],
    order.customerName,
    order.customerPhone,
    order.customerEmail,
    order.customerAddress,
    order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('; '),
    String(order.items.reduce((pieces, { quantity }) => pieces + quantity, 0)),
    String(order.totalAmount),
    order.paidAt === null ? '' : nairobiTime(order.paidAt),
    order.reference ?? '',
    order.transactionId ?? '',
    String(order.openTasks),
  ];
}

/** `2026-11-21 09:30`: sorts as it reads, and every spreadsheet takes it for a moment. */
function nairobiTime(iso: string): string {
  return new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}
