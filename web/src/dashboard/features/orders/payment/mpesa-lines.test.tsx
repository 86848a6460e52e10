import type { Prompt } from '@contract/mpesa.ts';
import { permissions } from '@contract/staff.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { MpesaLines } from './payment-lines.tsx';

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
  renderInShop(<MpesaLines payment={{ announcedCents, prompt: latest }} transaction={null} />);
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

const transaction = { id: 't1', status: 'pending', description: null } as const;

test('Safaricom is asked about an open request now, by who may record payments', async () => {
  const { calls } = answerApi(200, {});
  const payment = { announcedCents: 0, prompt };
  const user = renderInShop(<MpesaLines payment={payment} transaction={transaction} />);
  await user.click(screen.getByRole('button', { name: 'Ask Safaricom Now' }));
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/admin/transactions/t1/ask' }]);
});

test.each([
  ['a request that is not open', { ...prompt, isOpen: false }, permissions],
  ['who may not record payments', prompt, ['orders.read'] as const],
])('%s: nobody is asked', (_, latest, may) => {
  const payment = { announcedCents: 0, prompt: latest };
  renderInShop(<MpesaLines payment={payment} transaction={transaction} />, '/', may);
  expect(screen.queryByRole('button')).toBeNull();
});

test('announced money is recorded with its code and sum', async () => {
  const onConfirm = vi.fn();
  const payment = { announcedCents: 20_000_000, prompt: null };
  const announced = [{ code: 'UKUGTICYCI', cents: 20_000_000 }];
  const lines = (
    <MpesaLines payment={payment} transaction={null} announced={announced} onConfirm={onConfirm} />
  );
  const user = renderInShop(lines);
  screen.getByText(/^UKUGTICYCI, KES\s200,000$/);
  await user.click(screen.getByRole('button', { name: 'Record That It Came' }));
  expect(onConfirm).toHaveBeenCalledWith({ form: 'payment', reference: 'UKUGTICYCI', amount: 200_000 });
});
