import type { Prompt } from '@contract/mpesa.ts';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { MpesaLines } from './mpesa-lines.tsx';

const prompt: Prompt = {
  phone: '254712345678',
  amount: 15_000,
  sentAt: '2026-11-22T08:00:00Z',
  code: null,
  isOpen: true,
  isPaid: false,
  hasReceipt: false,
};

const linesOf = (announcedCents: number, latest: Prompt | null) => {
  renderInShop(<MpesaLines payment={{ announcedCents, prompt: latest }} />);
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
};

test.each([
  ['nothing of M-Pesa', 0, null, []],
  [
    'announced money: what makes it count',
    1_500_000,
    null,
    [
      'KES 15,000 announced by M-Pesa, not proven yet: it counts when Safaricom’s list, a statement or you say so.',
    ],
  ],
  ['an open request', 0, prompt, ['Request to 0712 345 678, KES 15,000: Not decided yet.']],
  [
    'a refused request',
    0,
    { ...prompt, isOpen: false, code: '2001' },
    ['Request to 0712 345 678, KES 15,000: The PIN was wrong.'],
  ],
  [
    'a paid request',
    0,
    { ...prompt, isOpen: false, isPaid: true, code: '0' },
    ['Request to 0712 345 678, KES 15,000: Paid.'],
  ],
])('staff see of an order with %s', (_, announcedCents, latest, lines) => {
  expect(linesOf(announcedCents, latest)).toEqual(lines);
});
