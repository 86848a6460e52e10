import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TransactionsTab } from './transactions-tab.tsx';

test('the tasks stand first, before the payments and the day', () => {
  answerDatabase(() => Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 }));
  renderInShop(<TransactionsTab />, '/admin/transactions');
  const tasks = screen.getByRole('heading', { name: 'Your tasks' });
  const later = [
    screen.getByRole('heading', { name: 'Payments' }),
    screen.getByRole('region', { name: 'The day’s reconciliation' }),
  ];
  for (const part of later)
    expect(tasks.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
