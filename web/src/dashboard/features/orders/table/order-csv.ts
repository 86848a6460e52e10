import type { ExportedOrder } from '@contract/admin-orders.ts';
import { type CsvColumn, shillings } from '#dashboard/lib/csv.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';

/** What a CSV file has of each. */
export const orderFile: readonly CsvColumn<ExportedOrder>[] = [
  ['Order', (order) => listedOrderNumber(order.id)],
  ['Ordered (Nairobi)', (order) => nairobiMinute(order.createdAt)],
  ['Status', (order) => orderStatusLabels[order.status]],
  ['Customer', (order) => order.customerName],
  ['Phone', (order) => order.customerPhone ?? ''],
  ['E-mail', (order) => order.customerEmail ?? ''],
  ['Address', (order) => order.customerAddress],
  ['Organisation', (order) => order.company?.name ?? ''],
  ['KRA PIN', (order) => order.company?.pin ?? ''],
  ['Purchase order', (order) => order.company?.purchaseOrder ?? ''],
  ['County', (order) => order.countyName ?? ''],
  [
    'Items',
    (order) => order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('; '),
  ],
  ['Pieces', (order) => String(order.items.reduce((pieces, { quantity }) => pieces + quantity, 0))],
  ['Total KES', (order) => String(order.totalAmount)],
  ['Gross sales KES', (order) => shillings(order.sales.grossCents)],
  ['Refunded KES', (order) => shillings(order.sales.refundedCents)],
  ['Paid (Nairobi)', (order) => (order.paidAt === null ? '' : nairobiMinute(order.paidAt))],
  ['Payment reference', (order) => order.reference ?? ''],
  ['Bank’s payment number', (order) => order.transactionId ?? ''],
  ['Open tasks', (order) => String(order.openTasks)],
];
