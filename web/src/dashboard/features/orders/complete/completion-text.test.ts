import type { OrderCompletion } from '@contract/admin-orders.ts';
import { expect, test } from 'vitest';
import { completionSentence } from './completion-text.ts';

test.each<[OrderCompletion['need'], string]>([
  ['nothing', '1 order becomes completed. You can undo that on the page of the order.'],
  ['reason', '1 large order: paid by card, not yet in the bank’s statement: #0000BEEF (KES 620,000).'],
  ['settlement', '1 order stays as it is: not in a statement of the bank yet.'],
  ['payment', '1 order stays as it is: not paid.'],
  ['pieces', '1 order stays as it is: some pieces have not left yet: #0000BEEF (KES 620,000).'],
  ['refunded', '1 order stays as it is: fully refunded.'],
  ['completed', '1 order stays as it is: completed already.'],
])('the dialog describes what will happen to an order: %s', (need, sentence) => {
  const order = { id: '00000000-0000-4000-8000-00000000beef', totalAmount: 620_000, need };
  expect(completionSentence(order).replaceAll('\u00a0', ' ')).toBe(sentence);
});
