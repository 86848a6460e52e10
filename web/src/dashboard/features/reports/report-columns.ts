import type { SoldLine, SoldPayment } from '@contract/sales-report.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import type { SheetColumn } from '#dashboard/lib/sheet.ts';
import { orderNumber } from '#orders/order-number.ts';
import { soldCategoryName } from './sold-category-name.ts';

type OfOrder = Pick<SoldPayment, 'orderId' | 'customerName' | 'company'>;

const orderColumns: SheetColumn<OfOrder>[] = [
  { head: 'Order', text: ({ orderId }) => `#IC-${orderNumber(orderId)}` },
  { head: 'Customer', text: ({ customerName }) => customerName },
  { head: 'Organisation', text: ({ company }) => company?.name ?? '' },
  { head: 'KRA PIN', text: ({ company }) => company?.pin ?? '' },
];

/** What an accountant gets of each payment and refund. */
export const paymentSheet: readonly SheetColumn<SoldPayment>[] = [
  { head: 'When (Nairobi)', text: ({ at }) => nairobiMinute(at) },
  ...orderColumns,
  { head: 'Method', text: ({ method }) => paymentMethodLabels[method] },
  { head: 'Reference', text: ({ reference }) => reference },
  { head: 'In a bank statement', text: ({ isSettled }) => (isSettled ? 'Yes' : 'No') },
  { head: 'Gross KES', cents: ({ grossCents }) => grossCents },
  { head: 'Refunded KES', cents: ({ refundedCents }) => refundedCents },
  { head: 'Net KES', cents: ({ grossCents, refundedCents }) => grossCents - refundedCents },
];

/** What an accountant gets of each item that was sold. */
export const lineSheet: readonly SheetColumn<SoldLine>[] = [
  { head: 'Paid (Nairobi)', text: ({ at }) => nairobiMinute(at) },
  ...orderColumns,
  { head: 'Item', text: ({ name }) => name },
  { head: 'Model', text: ({ model }) => model ?? '' },
  { head: 'Category', text: ({ category }) => soldCategoryName(category) },
  { head: 'Pieces', pieces: ({ quantity }) => quantity },
  { head: 'Price KES', text: ({ price }) => String(price) },
  { head: 'Sum KES', cents: ({ cents }) => cents },
];
