import type { FittingPayment } from '@contract/admin-transactions.ts';
import type { Permission } from '@contract/staff.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { FittingPayments } from './payment-lines.tsx';

const payment: FittingPayment = {
  id: 't1',
  method: 'mpesa',
  reference: 'QGR7XK2P1Q',
  note: 'KAMAU 0712345678',
  day: '2026-11-30',
  cents: 122_300,
  leftCents: 200_000,
};

function open(reply: () => unknown = () => ({}), may?: Permission[]) {
  const sent: { p_id: string }[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/share_payment')) return [];
    sent.push(body as { p_id: string });
    return reply();
  });
  return { sent, user: renderInShop(<FittingPayments orderId="o1" payments={[payment]} />, undefined, may) };
}
const use = () => screen.getByRole('button', { name: 'Use QGR7XK2P1Q, KES\u00a01,223' });

test('money without an order that may be for this one is used with one press, as far as it is due', async () => {
  const { user, sent } = open();
  screen.getByText(
    'M-Pesa QGR7XK2P1Q, KES 2,000, 30 Nov 2026, KAMAU 0712345678: no order yet. Is it for this one?',
  );
  await user.click(use());
  expect(sent).toMatchObject([{ p_transaction_id: 't1', p_shares: [{ orderId: 'o1', cents: 122_300 }] }]);
});

test('pressed again after a failure it is the same request', async () => {
  const { user, sent } = open(() => refusedBySql('service_unavailable'));
  await user.click(use());
  await screen.findByText('Not used');
  await user.click(use());
  expect(sent).toHaveLength(2);
  expect(sent[1]?.p_id).toBe(sent[0]?.p_id);
});

test('who may not record payments is told of it alone', () => {
  open(undefined, ['orders.read', 'payments.read']);
  screen.getByText(/no order yet/);
  expect(screen.queryByRole('button')).toBeNull();
});
