import type { OrderCompletion } from '@contract/admin-orders.ts';
import { expect, test } from 'vitest';
import { completionSentences } from './completion-text.ts';

const order = (need: OrderCompletion['need'], totalAmount = 1000) => ({
  id: '00000000-0000-4000-8000-00000000beef',
  totalAmount,
  need,
});

test('the dialog describes what will happen to several orders', () => {
  expect(
    completionSentences([
      order('nothing'),
      order('nothing'),
      order('reason', 620_000),
      order('settlement'),
      order('payment'),
      order('refunded'),
      order('completed'),
      order('completed'),
    ]).map(({ sentence }) => sentence.replaceAll('\u00a0', ' ')),
  ).toEqual([
    '2 orders become completed. You can undo that on the page of the order.',
    '1 large order: paid by card, not yet in the bank’s statement: #0000BEEF (KES 620,000).',
    '1 order stays as it is: not in a statement of the bank yet.',
    '1 order stays as it is: not paid.',
    '1 order stays as it is: fully refunded.',
    '2 orders stay as they are: completed already.',
  ]);
});
