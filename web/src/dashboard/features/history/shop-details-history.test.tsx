import { screen } from '@testing-library/react';
import { shopDetailsId } from '@contract/shop-details-form.ts';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import type { HistoryEntry } from '@contract/history.ts';
import { describeShopDetails, ShopDetailsHistory } from './shop-details-history.tsx';

const entry: HistoryEntry = {
  id: 1,
  row_id: shopDetailsId,
  at: '2026-11-27T10:00:00Z',
  operation: 'update',
  actor_id: 'o',
  actor_name: 'Olive',
  actor_role: 'authenticated',
  before: { phones: ['+254700000000'], pin: '' },
  after: { phones: ['+254722000111'], pin: 'P051234567X' },
};

function open(reply: () => unknown) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_shop_details')) return [entry];
    sent.push(body);
    return reply();
  });
  return { sent, user: renderInShop(<ShopDetailsHistory />) };
}

test('a change is undone with what was there before, unless it was changed again', async () => {
  const { sent, user } = open(() => ({}));
  await user.click(await screen.findByRole('button', { name: /^Restore what was there before/ }));
  await screen.findByText('Restored');
  expect(sent).toEqual([{ p_changes: entry.before, p_seen: entry.after }]);
});

test('what was changed again since is not undone, and the list says so', async () => {
  const { user } = open(() => refusedBySql('changed_meanwhile'));
  await user.click(await screen.findByRole('button', { name: /^Restore what was there before/ }));
  await screen.findByText('Not restored');
});

test('a change is shown in words: of a text, the lines that only one of the two has', () => {
  expect(describeShopDetails(entry)).toEqual([
    { column: 'phones', label: 'Phone numbers', before: '+254700000000', after: '+254722000111' },
    { column: 'pin', label: 'KRA PIN of the shop', before: 'none', after: 'P051234567X' },
  ]);
  const text = (...lines: string[]) => ({ terms: lines.join('\n') });
  const described = describeShopDetails({ ...entry, before: text('a', 'b'), after: text('a', 'c') });
  expect(described).toEqual([{ column: 'terms', label: 'Text of Terms of Sale', before: 'b', after: 'c' }]);
  const [moved] = describeShopDetails({ ...entry, before: text('a', 'b'), after: text('b', 'a') });
  expect([moved?.before, moved?.after]).toEqual(['another order', 'another order']);
});
