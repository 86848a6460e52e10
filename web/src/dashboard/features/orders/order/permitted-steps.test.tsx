import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Permission } from '@contract/staff.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOtherSteps, renderInShop } from '#testing/render-in-shop.tsx';
import { completeLabel } from '../complete/complete-dialog.tsx';
import { OrderLines } from '../new/order-lines.tsx';
import { RecordedPayments } from '../payment/recorded-payments.tsx';
import { OrderSteps } from './order-steps.tsx';
import { noRest } from '#testing/order-states.ts';

const sales: Permission[] = ['orders.read', 'orders.write', 'payments.read', 'payments.record', 'messages'];
const recorded = { id: 't1', method: 'mpesa', reference: 'SGR7XK2P1Q', amount: 5000, day: '2026-11-20' };

/** A paid order of which everything can be given back, and an entry corrected, for somebody with these permissions. */
function buttonsFor(...may: Permission[]): string[] {
  const order = { id: 'o1', status: 'paid', payment: { receivedCents: 500_000, dueAmount: 0 } };
  const refundable = [{ transactionId: 't1', method: 'card', amountCents: 500_000 }];
  const refunds = [{ id: 'r1', amountCents: 0 }];
  const details = {
    order,
    refundable,
    refunds,
    recorded: [{ ...recorded, status: 'completed' }],
    rest: noRest,
    completionNeed: 'nothing',
    changing: { obstacle: 'paid' },
  } as unknown as OrderDetails;
  renderInShop(
    <>
      <OrderSteps details={details} />
      <RecordedPayments details={details} />
    </>,
    '/',
    may,
  );
  openOtherSteps();
  return screen
    .queryAllByRole('button')
    .filter((button) => !button.hasAttribute('aria-expanded'))
    .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '');
}

test('a sales clerk is offered to record a payment, and nothing that gives money back or hands goods over', () => {
  expect(buttonsFor(...sales)).toEqual(['Record a Payment']);
});

test('the accounts are offered refunds, and not to cancel with one', () => {
  expect(buttonsFor('orders.read', 'payments.read', 'payments.record', 'refunds')).toEqual([
    'Record a Payment',
    'Record a Refund',
    'Correct a Refund',
    'Reverse: the payment SGR7XK2P1Q',
  ]);
});

test('the warehouse is offered to complete the order, and nothing about money', () => {
  expect(buttonsFor('orders.read', 'parcels')).toEqual([completeLabel]);
});

test.each([
  [sales, '', 0],
  // Typed while it was allowed, it can be taken away.
  [sales, '800', 1],
  [[...sales, 'orders.special_price'] satisfies Permission[], '', 1],
])('a special price is offered to whoever may give one: %o, typed “%s”', (may, specialPrice, fields) => {
  const product = { id: 'p1', name: 'Auger', price: 1000 };
  const lines = [{ product, quantity: '1', specialPrice, reason: '' }] as never;
  renderInShop(<OrderLines lines={lines} problemOf={() => undefined} onChange={() => {}} />, '/', may);
  screen.getByLabelText('Pieces');
  expect(screen.queryAllByLabelText('Special price in KES')).toHaveLength(fields);
});
