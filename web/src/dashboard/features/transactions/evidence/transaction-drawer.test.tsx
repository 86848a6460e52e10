import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TransactionDrawer } from './transaction-drawer.tsx';

test('a connection lost while the bank is queried is reported, and the bank is queried again', async () => {
  const undecided = {
    ...{ id: 't1', orderId: 'o1', reference: 'DON-1', customerName: 'Ada', amount: 5000, status: 'pending' },
    ...{ createdAt: '2026-11-22T08:00:00Z', decidedAt: null, bankAmountCents: null, answers: [] },
  } as unknown as TransactionEvidence;
  let queries = 0;
  answerDatabase((address) => {
    if (!address.startsWith('/api/')) return undecided;
    queries += 1;
    if (queries === 1) throw new TypeError('Failed to fetch');
    return { status: 'completed' };
  });
  const user = renderInShop(<TransactionDrawer id="t1" onClose={() => {}} />);
  const ask = await screen.findByRole('button', { name: 'Ask the bank again' });
  await user.click(ask);
  await screen.findByText('No answer came');
  await user.click(ask);
  await screen.findByText('The bank approved it');
  expect(screen.queryByText('No answer came')).toBeNull();
  expect(queries).toBe(2);
});
