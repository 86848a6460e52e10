import type { OrderStatus, OrderWord } from '@contract/orders.ts';
import { expect, it } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { shownStatusOf } from './order-status-text.ts';

const shown = (status: OrderStatus, word: OrderWord, over: Partial<typeof noMoney> = {}) => {
  const { label, beside } = shownStatusOf({ status, word, payment: { ...noMoney, ...over } });
  return [label, beside?.replaceAll('\u00a0', ' ') ?? null];
};

it('an order on account that waits to be sent is called so, and one that is to be paid first is pending', () => {
  expect(shown('pending', 'not_paid', { termsDays: 30 })).toEqual(['On account', null]);
  expect(shown('pending', 'part_paid', { termsDays: 30 })).toEqual(['On account', null]);
  expect(shown('pending', 'not_paid')).toEqual(['Pending', null]);
  expect(shown('pending', 'part_paid')).toEqual(['Pending', null]);
  // Somebody is to look at its money first.
  expect(shown('pending', 'question', { termsDays: 30 })).toEqual(['Pending', null]);
  expect(shown('cancelled', 'cancelled', { termsDays: 30 })).toEqual(['Cancelled', null]);
});

it('beside an order all of which was sent stands what is owed for it, and by when', () => {
  const owed = { termsDays: 30, dueAmount: 2000 };
  expect(shown('completed', 'owed', { ...owed, owedBy: '2126-12-28' })).toEqual([
    'Completed',
    'Owed, by 28 Dec',
  ]);
  expect(shown('completed', 'owed', { ...owed, owedBy: '2025-12-28' })).toEqual([
    'Completed',
    'Owed since 28 Dec',
  ]);
  expect(shown('completed', 'owed', { dueAmount: 2000 })).toEqual(['Completed', 'KES 2,000 is owed']);
  expect(shown('completed', 'owed', { ...owed, expectedCents: 200_000 })).toEqual([
    'Completed',
    'Certificate awaited',
  ]);
  expect(shown('completed', 'completed')).toEqual(['Completed', null]);
});

it('beside an order all of whose money went back stands that', () => {
  expect(shown('paid', 'refunded', { refundedCents: 500 })).toEqual(['Paid', 'Refunded']);
  expect(shown('completed', 'refunded')).toEqual(['Completed', 'Nothing is due']);
});

it('an order of which a part left unpaid is called owed', () => {
  expect(shown('pending', 'owed', { termsDays: 30, dueAmount: 2000 })).toEqual(['Owed', null]);
});
