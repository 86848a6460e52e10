import type { ExportedOrder } from '@contract/admin-orders.ts';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { noMoney } from '#testing/order-states.ts';
import { csvOfRows } from '#dashboard/lib/csv.ts';
import { orderFile } from './orders-table.tsx';

const order: ExportedOrder = {
  id: '34c9f52c-b1f2-4975-a5e3-8e6daf7990c5',
  createdAt: '2026-11-20T21:30:00.000Z',
  status: 'paid',
  word: 'paid',
  payment: noMoney,
  customerName: 'Wanjirũ "Shiru" Mūthoni',
  customerPhone: '+254712345678',
  customerEmail: 'shiru@example.com',
  customerAddress: 'Kenyatta Avenue,\nNakuru',
  company: { name: 'Nakuru Water Ltd', pin: 'P051234567X', purchaseOrder: '=4711' },
  countyName: 'Nakuru',
  totalAmount: 1850000,
  items: [
    { productName: 'Power cable', quantity: 2, price: 100 },
    { productName: 'Terrameter LS 2', quantity: 1, price: 1849800 },
  ],
  paidAt: '2026-11-20T21:31:00.000Z',
  reference: 'DON-7',
  transactionId: 'TX-1',
  openTasks: 0,
  sales: { grossCents: 185_000_050, refundedCents: 5_000_000 },
};
const linesOf = (orders: ExportedOrder[]) =>
  parse(csvOfRows(orderFile, orders), { bom: true, columns: true }) as Record<string, string>[];

test('an order is one row, which spreadsheet programs read correctly', () => {
  expect(linesOf([order])).toEqual([
    {
      Order: '#AF7990C5',
      // In Nairobi it is the next day already.
      'Ordered (Nairobi)': '2026-11-21 00:30',
      Status: orderStatusLabels.paid,
      Customer: 'Wanjirũ "Shiru" Mūthoni',
      Phone: "'+254712345678",
      'E-mail': 'shiru@example.com',
      Address: 'Kenyatta Avenue,\nNakuru',
      Organisation: 'Nakuru Water Ltd',
      'KRA PIN': 'P051234567X',
      'Purchase order': "'=4711",
      County: 'Nakuru',
      Items: '2 × Power cable; 1 × Terrameter LS 2',
      Pieces: '3',
      'Total KES': '1850000',
      'Gross sales KES': '1850000.50',
      'Refunded KES': '50000.00',
      'Paid (Nairobi)': '2026-11-21 00:31',
      'Payment reference': 'DON-7',
      'Bank’s payment number': 'TX-1',
      'Open tasks': '0',
    },
  ]);
});

test('the status says what is on account and what is owed', () => {
  const terms = { ...noMoney, termsDays: 30, dueAmount: 2000 };
  const onAccount = { ...order, status: 'pending', word: 'not_paid', payment: terms } as const;
  const owed = {
    ...order,
    status: 'completed',
    word: 'owed',
    payment: { ...terms, owedBy: '2126-12-28' },
  } as const;
  expect(linesOf([onAccount, owed]).map(({ Status }) => Status)).toEqual([
    'On account',
    'Completed: Owed, by 28 Dec',
  ]);
});

test('an order without a county has an empty cell', () => {
  expect(linesOf([{ ...order, countyName: null }])).toMatchObject([{ County: '' }]);
});
