import { expect, test } from 'vitest';
import { closingWords, type OwnerTaskKind, type TaskInShort, taskTitle } from './owner-task-text.ts';

const title = (kind: OwnerTaskKind, then: Partial<TaskInShort> = {}) =>
  taskTitle({
    kind,
    orderId: 'b5b7a3c0-0000-4000-8000-00001a2b3c4d',
    amountCentsAtOpening: 185_000_005,
    isCancelled: false,
    hasPart: false,
    ...then,
  });

// The letters of GSM-7, since it is the text of an SMS too: no space that does not break.
test.each([
  [title('late_money'), 'Refund KES 1,850,000.05, order #1A2B3C4D: the money came when the pieces were gone'],
  [title('wrong_amount'), 'Look at order #1A2B3C4D: the bank approved KES 1,850,000.05, not the total'],
  [
    title('wrong_amount', { hasPart: true, amountCentsAtOpening: 50_000 }),
    'Look at order #1A2B3C4D: the bank approved KES 500, not what was due',
  ],
  [
    title('wrong_amount', { hasPart: true, amountCentsAtOpening: 2000, countsCents: 200_000 }),
    'Look at order #1A2B3C4D: Safaricom lists KES 20 for a payment that counts as KES 2,000',
  ],
  [title('overpaid'), 'Refund KES 1,850,000.05, order #1A2B3C4D: more was paid than it costs'],
  [title('overpaid', { isCancelled: true }), 'Refund KES 1,850,000.05, order #1A2B3C4D: it is cancelled'],
  [
    title('debt', { owedBy: '2026-10-28' }),
    'Collect KES 1,850,000.05, order #1A2B3C4D: owed since 28 Oct 2026',
  ],
  [
    title('undecided', { amountCentsAtOpening: null }),
    'Ask the bank about order #1A2B3C4D: undecided for 72 hours',
  ],
])('%s', (words, expected) => expect(words).toBe(expected));

test('what ended by itself has words of the shop, and what a person closed has the person’s', () => {
  expect(closingWords('decided', 'failed')).toBe('Closed by itself: the bank has refused the payment.');
  expect(closingWords('refunded', 'Sent back')).toBe('Sent back');
  expect(closingWords(null, null)).toBe('');
});
