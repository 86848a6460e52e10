import type { OrderDetails } from '@contract/admin-orders.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { RecordedPayments } from './recorded-payments.tsx';

test('a sum that is expected to be withheld is removed, and a removal that fails says so and can be tried again', async () => {
  const asked: unknown[] = [];
  const firstReply = deferredPromise<Response>();
  answerDatabase((address, body) => {
    if (!address.endsWith('/note_withheld')) return [];
    asked.push(body);
    return asked.length === 1 ? firstReply.promise : null;
  });
  const details = {
    order: { id: 'o1' },
    recorded: [],
    refundable: [],
    rest: { expected: { withheld_vat: 120_000 } },
  } as unknown as OrderDetails;
  const user = renderInShop(<RecordedPayments details={details} />);
  screen.getByText('KES 1,200, VAT withheld: expected');
  await user.dblClick(screen.getByRole('button', { name: 'Remove' }));
  firstReply.release(new Response('', { status: 504 }));
  await screen.findByText('Not removed');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const sent = { p_order_id: 'o1', p_method: 'withheld_vat', p_cents: 0 };
  await expect.poll(() => asked).toEqual([sent, sent]);
});

test('of a payment that pays several orders it says how much this one got, and of another what went back, and what the bank took', () => {
  const payment = {
    method: 'transfer',
    reference: 'FT1',
    day: '2026-11-21',
    status: 'completed',
    amount: 12_000,
  };
  const details = {
    order: { id: 'o1' },
    recorded: [
      { ...payment, id: 't1', hereCents: 800_000, backCents: 0, bankCents: 0 },
      { ...payment, id: 't2', hereCents: 1_200_000, backCents: 50_000, bankCents: 0 },
      { ...payment, id: 't3', hereCents: 0, backCents: 0, bankCents: 0, status: 'reversed' },
      { ...payment, id: 't4', hereCents: 1_200_000, backCents: 1_200_000, bankCents: 1_150_000 },
      { ...payment, id: 't5', method: 'cheque', hereCents: 1_200_000, backCents: 70_000, bankCents: 70_000 },
    ],
    refundable: [],
    rest: { expected: {} },
  } as unknown as OrderDetails;
  renderInShop(<RecordedPayments details={details} />);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00a0', ' ') ?? '');
  expect(rows.map((row) => row.split(/ Bank| Cheque/)[0])).toEqual([
    'KES 8,000 of a payment of KES 12,000',
    ...Array.from({ length: 4 }, () => 'KES 12,000'),
  ]);
  expect(rows.map((row) => row.split('2026')[1])).toEqual([
    '',
    'KES 500 went back',
    'Reversed',
    'KES 11,500 taken back by the bank, KES 500 went back',
    'KES 700 bounced',
  ]);
});
