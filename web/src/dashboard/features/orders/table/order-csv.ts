import type { ExportedOrder } from '@contract/admin-orders.ts';
import { csvOf, shillings } from '#dashboard/lib/csv.ts';
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
  'Organisation',
  'KRA PIN',
  'Purchase order',
  'County',
  'Items',
  'Pieces',
  'Total KES',
  'Gross sales KES',
  'Refunded KES',
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
    order.company?.name ?? '',
    order.company?.pin ?? '',
    order.company?.purchaseOrder ?? '',
    order.countyName ?? '',
    order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('; '),
    String(order.items.reduce((pieces, { quantity }) => pieces + quantity, 0)),
    String(order.totalAmount),
    shillings(order.sales.grossCents),
    shillings(order.sales.refundedCents),
    order.paidAt === null ? '' : nairobiMinute(order.paidAt),
    order.reference ?? '',
    order.transactionId ?? '',
    String(order.openTasks),
  ];
}
