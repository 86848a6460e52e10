import { vatClassLabels } from '@contract/papers.ts';
import type { IssuedPaper, SoldLine, SoldPayment } from '@contract/sales-report.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import type { SheetColumn } from '#dashboard/lib/sheet.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { categoryName } from '#dashboard/lib/category-names.ts';

/** The name of a category of what was sold, among which delivery is one. */
export const soldCategoryName = (category: string): string =>
  category === 'delivery' ? 'Delivery' : categoryName(category);

/** What is not owed any more. */
export const owedNoMoreLabels = { written_off: 'Written off', credited: 'Credited' };

/** How it was paid, or why it is not owed. */
export const soldMethodLabels = { ...paymentMethodLabels, ...owedNoMoreLabels };

type OfOrder = Pick<SoldPayment, 'orderId' | 'customerName' | 'company'>;

const orderColumns: SheetColumn<OfOrder>[] = [
  { head: 'Order', text: ({ orderId }) => (orderId ? listedOrderNumber(orderId) : '') },
  { head: 'Customer', text: ({ customerName }) => customerName ?? '' },
  { head: 'Organisation', text: ({ company }) => company?.name ?? '' },
  { head: 'KRA PIN', text: ({ company }) => company?.pin ?? '' },
];

/** What an accountant gets of each payment and refund. */
export const paymentSheet: readonly SheetColumn<SoldPayment>[] = [
  { head: 'When (Nairobi)', text: ({ at }) => nairobiMinute(at) },
  ...orderColumns,
  { head: 'Method', text: ({ method }) => soldMethodLabels[method] },
  { head: 'Reference', text: ({ reference }) => reference },
  { head: 'In a bank statement', text: ({ isSettled }) => (isSettled ? 'Yes' : 'No') },
  { head: 'Gross KES', cents: ({ grossCents }) => grossCents },
  { head: 'Refunded KES', cents: ({ refundedCents, takenBackCents }) => refundedCents - takenBackCents },
  { head: 'Bounced or charged back KES', cents: ({ takenBackCents }) => takenBackCents },
  { head: 'Net KES', cents: ({ grossCents, refundedCents }) => grossCents - refundedCents },
];

/** What an accountant gets of each item that was sold. */
export const lineSheet: readonly SheetColumn<SoldLine>[] = [
  { head: 'Sold (Nairobi)', text: ({ at }) => nairobiMinute(at) },
  ...orderColumns,
  { head: 'Item', text: ({ name }) => name },
  { head: 'Model', text: ({ model }) => model ?? '' },
  { head: 'Category', text: ({ category }) => soldCategoryName(category) },
  { head: 'Pieces', pieces: ({ quantity }) => quantity },
  { head: 'Price KES', text: ({ price }) => String(price) },
  { head: 'Sum KES', cents: ({ cents }) => cents },
];

/** `Standard rate, 16 %` */
export const vatRateText = ({ vatClass, basisPoints }: Pick<IssuedPaper, 'vatClass' | 'basisPoints'>) =>
  `${vatClassLabels[vatClass]}${basisPoints > 0 ? `, ${basisPoints / 100}\u00a0%` : ''}`;

/** What an accountant gets of each invoice and credit note, a line for each rate of VAT. */
export const paperSheet: readonly SheetColumn<IssuedPaper>[] = [
  { head: 'Issued (Nairobi)', text: ({ at }) => nairobiMinute(at) },
  { head: 'Number', text: ({ number }) => number },
  { head: 'Corrects', text: ({ corrects }) => corrects ?? '' },
  { head: 'eTIMS', text: ({ etims }) => etims ?? '' },
  ...orderColumns,
  { head: 'VAT', text: (paper) => vatRateText(paper).replace('\u00a0', ' ') },
  { head: 'Net KES', cents: ({ netCents }) => netCents },
  { head: 'VAT KES', cents: ({ vatCents }) => vatCents },
  { head: 'Gross KES', cents: ({ grossCents }) => grossCents },
];
