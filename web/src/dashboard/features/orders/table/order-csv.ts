import type { ExportedOrder } from '@contract/admin-orders.ts';
import { csvOf } from '#dashboard/lib/csv.ts';
import { orderNumber } from '#orders/order-number.ts';
import { orderStatusLabels } from '#dashboard/components/order-status-badge.tsx';
import { nairobiMinute } from '@contract/nairobi-time.ts';

const head = [
  'Order',
  'Ordered (Nairobi)',
  'Status',
  'Customer',
  'Phone',
  'E-mail',
  'Address',
  'County',
  'Items',
  'Pieces',
  'Total KES',
  'Paid (Nairobi)',
  'Payment reference',
  'Bank’s payment number',
  'Open tasks',
];

/** Orders as a CSV file. */
export function ordersAsCsv(orders: readonly ExportedOrder[]): string {
  return csvOf([head, ...orders.map(lineOf)]);
}

function lineOf(order: ExportedOrder): string[] {
  return [
    `#IC-${orderNumber(order.id)}`,
    nairobiMinute(order.createdAt),
    orderStatusLabels[order.status],
    order.customerName,
    order.customerPhone,
    order.customerEmail,
    order.customerAddress,
    order.countyName ?? '',
    order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('; '),
    String(order.items.reduce((pieces, { quantity }) => pieces + quantity, 0)),
    String(order.totalAmount),
    order.paidAt === null ? '' : nairobiMinute(order.paidAt),
    order.reference ?? '',
    order.transactionId ?? '',
    String(order.openTasks),
  ];
}
