import type { TransactionRow } from '@contract/admin-transactions.ts';
import { expect, test } from 'vitest';
import { csvOfRows } from '#dashboard/lib/csv.ts';
import { transactionFile } from './transactions-table.tsx';

const row: TransactionRow = {
  id: 'a',
  orderId: '00000000-0000-4000-8000-00001a2b3c4d',
  customerName: '=HYPERLINK("x")',
  reference: 'DON-12',
  paymentMethod: 'card',
  recordedByName: null,
  reversedByName: null,
  reversalReason: null,
  source: 'asked',
  takenBack: null,
  transactionId: '-77A',
  amount: 2000,
  bankAmountCents: 199_950,
  status: 'review',
  bankStatus: '0',
  bankDescription: null,
  createdAt: '2026-11-21T06:30:00.000Z',
  decidedAt: null,
  nextAskAt: null,
  openTasks: [],
  sales: { grossCents: 0, refundedCents: 0 },
  settledOn: null,
  note: null,
  restCents: 0,
  shares: [],
};

test('a payment is one line, in Nairobi time, with the bank’s cents', () => {
  const [, line] = csvOfRows(transactionFile, [row]).split('\r\n');
  expect(line).toBe(
    `DON-12,Card,2026-11-21 09:30,#1A2B3C4D,"'=HYPERLINK(""x"")",,2000,1999.50,0.00,0.00,In review,,'-77A,0,`,
  );
  const sales = { grossCents: 199_950, refundedCents: 50 };
  const [, accepted] = csvOfRows(transactionFile, [{ ...row, status: 'completed', sales }]).split('\r\n');
  expect(accepted).toContain(',1999.50,1999.50,0.50,Approved,');
});

test('what the bank has not said is an empty cell, and a decision has its time', () => {
  const silent = { bankAmountCents: null, transactionId: null, bankStatus: null };
  const decided = { ...row, ...silent, decidedAt: '2026-11-21T07:00:00.000Z' };
  const [, line] = csvOfRows(transactionFile, [decided]).split('\r\n');
  expect(line).toBe(
    `DON-12,Card,2026-11-21 09:30,#1A2B3C4D,"'=HYPERLINK(""x"")",,2000,,0.00,0.00,In review,2026-11-21 10:00,,,`,
  );
});

test('the open tasks about a payment are one cell', () => {
  const task = {
    orderId: row.orderId ?? '',
    amountCentsAtOpening: 199_950,
    isCancelled: true,
    hasPart: false,
  };
  const openTasks = [
    { ...task, kind: 'undecided' },
    { ...task, kind: 'overpaid' },
  ] as const;
  const [, line] = csvOfRows(transactionFile, [{ ...row, openTasks: [...openTasks] }]).split('\r\n');
  expect(line).toContain(
    ',"Ask the bank about order #1A2B3C4D: undecided for 72 hours; Refund KES 1,999.50, order #1A2B3C4D: it is cancelled"',
  );
});

test('money that no order has yet, and what went back, are lines too', () => {
  const [, line] = csvOfRows(transactionFile, [
    { ...row, orderId: null, customerName: null, status: 'returned' },
  ]).split('\r\n');
  expect(line).toContain(`DON-12,Card,2026-11-21 09:30,,,,2000,1999.50,0.00,0.00,"Given back, or not ours",`);
  const shares = ['a', 'b'].map((letter) => ({
    orderId: `00000000-0000-4000-8000-0000000000${letter}${letter}`,
    customerName: `Buyer ${letter}`,
    cents: 50_000,
  }));
  const [, several] = csvOfRows(transactionFile, [
    { ...row, orderId: null, shares, restCents: 99_950 },
  ]).split('\r\n');
  expect(several).toContain(`,"#000000AA, #000000BB","Buyer a, Buyer b",999.50,2000,`);
  const [, nobodys] = csvOfRows(transactionFile, [
    { ...row, orderId: null, customerName: null, note: 'Wanjiku', restCents: 199_950 },
  ]).split('\r\n');
  expect(nobodys).toContain(',,Wanjiku,1999.50,2000,');
});
