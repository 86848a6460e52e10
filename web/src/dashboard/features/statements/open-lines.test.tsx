import type { OpenStatementLine } from '@contract/bank-statements.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { OpenLines } from './statement-lists.tsx';

const line: OpenStatementLine = {
  id: 'l1',
  line: 3,
  day: '2026-11-20',
  fileName: 'bank.csv',
  bankIndex: null,
  reference: 'EFT KILIFI',
  amountCents: 500_000,
  verdict: 'unknown',
  orderId: null,
  orderToPay: null,
  candidates: [],
};
const show = (over: Partial<OpenStatementLine> = {}) =>
  renderInShop(<OpenLines openLines={{ count: 1, rows: [{ ...line, ...over }] }} />);
const press = () => screen.queryByRole('button', { name: /^Record as a Payment/ });

test('money that fits nothing becomes a payment by one press, which leads to it', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/close_statement_line')) return [];
    sent.push(body);
    return sent.length === 1 ? refusedBySql('payment_recorded') : { transactionId: 't9' };
  });
  const user = show();
  await user.click(press() as HTMLElement);
  await screen.findByText(/is recorded already/);
  await user.click(press() as HTMLElement);
  await findToast('Payment Recorded', 'Give it to its orders');
  expect(sent[1]).toEqual({ p_line_id: 'l1', p_reason: 'A payment without an order', p_records: true });
});

test('a line with the number of an order and exactly its due proposes that order', () => {
  answerDatabase(() => []);
  show({ orderToPay: '00000000-0000-4000-8000-00001a2b3c4d' });
  expect(screen.getByRole('listitem').textContent).toMatch(/exactly what is due for #1A2B3C4D: record it/);
  expect(press()).not.toBeNull();
});

test.each<[string, Partial<OpenStatementLine>]>([
  ['went out', { amountCents: -500_000, verdict: 'returned' }],
  ['names an order', { orderId: '00000000-0000-4000-8000-0000000000aa' }],
  ['is a payment again', { verdict: 'twice' }],
])('a line that %s is no such payment', (_, over) => {
  answerDatabase(() => []);
  show(over);
  expect(press()).toBeNull();
});
