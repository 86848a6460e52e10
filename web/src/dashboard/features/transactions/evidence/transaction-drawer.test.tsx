import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TransactionDrawer } from './transaction-drawer.tsx';

test('a connection lost while the bank is queried is reported, and the bank is queried again', async () => {
  const undecided = {
    id: 't1',
    orderId: 'o1',
    reference: 'DON-1',
    customerName: 'Ada',
    amount: 5000,
    status: 'pending',
    createdAt: '2026-11-22T08:00:00Z',
    decidedAt: null,
    bankAmountCents: null,
    answers: [],
    openTasks: [],
    paymentMethod: 'card',
  } as unknown as TransactionEvidence;
  let queries = 0;
  answerDatabase((address) => {
    if (!address.startsWith('/api/')) return undecided;
    queries += 1;
    if (queries === 1) throw new TypeError('Failed to fetch');
    return { status: 'completed' };
  });
  const user = renderInShop(
    <TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />,
  );
  const ask = await screen.findByRole('button', { name: 'Ask the bank again' });
  await user.click(ask);
  await screen.findByText('No answer came');
  await user.click(ask);
  await screen.findByText('The bank approved it');
  expect(screen.queryByText('No answer came')).toBeNull();
  expect(queries).toBe(2);
});

test('an address with something that is no id opens nothing, and asks nothing', () => {
  const asked: string[] = [];
  answerDatabase((address) => asked.push(address));
  renderInShop(<TransactionDrawer id="t1" onClose={() => {}} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).toEqual([]);
});

test('a payment that staff recorded says by whom, and why it does not count; the bank is not asked', async () => {
  answerDatabase(() => ({
    id: 't1',
    orderId: 'o1',
    reference: '000123',
    customerName: 'Ada',
    amount: 5000,
    status: 'reversed',
    createdAt: '2026-11-22T08:00:00Z',
    decidedAt: '2026-11-20T09:00:00Z',
    bankAmountCents: 500_000,
    answers: [],
    paymentMethod: 'cheque',
    recordedByName: 'Wanjiru',
    reversedByName: 'Otieno',
    nextAskAt: null,
    openTasks: [],
    settledOn: null,
    reversalReason: 'It bounced',
  }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  await screen.findByText('Cheque');
  screen.getByText('Wanjiru');
  screen.getByText('It bounced (Otieno)');
  expect(screen.queryByRole('button', { name: 'Ask the bank again' })).toBeNull();
});

test('money that no order has yet leads to no order and no customer', async () => {
  answerDatabase(() => ({
    id: 't1',
    orderId: null,
    customerName: null,
    reference: 'SGR7XK2P1Q',
    amount: 5000,
    status: 'returned',
    createdAt: '2026-11-22T08:00:00Z',
    decidedAt: '2026-11-20T09:00:00Z',
    bankAmountCents: 500_000,
    answers: [],
    paymentMethod: 'mpesa',
    recordedByName: 'Wanjiru',
    reversalReason: null,
    nextAskAt: null,
    openTasks: [],
    settledOn: null,
  }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  await screen.findByText('Given back, or not ours');
  screen.getByText('No order yet');
  expect(screen.queryByText('Customer')).toBeNull();
});
