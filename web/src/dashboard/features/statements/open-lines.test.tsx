import type { BankStatement, OpenStatementLine } from '@contract/bank-statements.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OpenLines, PastStatements } from './statement-lists.tsx';

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
  takesBack: null,
  orderToPay: null,
  candidates: [],
};
const show = (over: Partial<OpenStatementLine> = {}) =>
  renderInShop(<OpenLines openLines={{ count: 1, rows: [{ ...line, ...over }] }} />);
const confirm = () => screen.getByRole('button', { name: 'Record Payment' });
const press = () => screen.queryByRole('button', { name: /^Record as a Payment/ });

test('money that fits nothing becomes a payment once that is confirmed, which leads to it', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/close_statement_line')) return [];
    sent.push(body);
    return sent.length === 1 ? refusedBySql('payment_recorded') : { transactionId: 't9' };
  });
  const user = show();
  await user.click(press() as HTMLElement);
  screen.getByText(/KES.5,000/, { selector: 'dialog strong' });
  expect(screen.getByRole('dialog').textContent).toMatch(
    /EFT KILIFI\. It is a payment without an order until you give it to its orders\./,
  );
  expect(sent).toEqual([]);
  await user.click(confirm());
  await screen.findByText(/is recorded already/);
  await user.click(confirm());
  const link = await screen.findByRole('link', { name: 'Give It to Its Orders' });
  expect(link.getAttribute('href')).toBe('/admin/transactions?transaction=t9');
  screen.getByText('Payment Recorded');
  expect(sent[1]).toEqual({ p_line_id: 'l1', p_reason: 'A payment without an order', p_records: true });
});

test.each([
  [null, '#1A2B3C4D'],
  ['transition_refused', 'Give It to Its Orders'],
] as const)(
  'a line with the number of an order and exactly its due pays that order (refused: %s)',
  async (refusal, next) => {
    const orderToPay = '00000000-0000-4000-8000-00001a2b3c4d';
    const sent: unknown[] = [];
    answerDatabase((address, body) => {
      if (address.endsWith('/close_statement_line')) return { transactionId: 't9' };
      if (!address.endsWith('/share_payment')) return [];
      sent.push(body);
      return refusal ? refusedBySql(refusal) : null;
    });
    const user = show({ orderToPay });
    expect(screen.getByRole('listitem').textContent).toMatch(/exactly what is due for #1A2B3C4D/);
    await user.click(screen.getByRole('button', { name: /^Record for #1A2B3C4D/ }));
    await user.click(confirm());
    const notice = (await screen.findByText('Payment Recorded')).closest('.card, section, div');
    expect(notice?.parentElement?.textContent).toContain(next);
    expect(sent).toEqual([
      { p_id: 't9', p_transaction_id: 't9', p_shares: [{ orderId: orderToPay, cents: 500_000 }] },
    ]);
  },
);

test.each<[string, Partial<OpenStatementLine>]>([
  ['went out', { amountCents: -500_000, verdict: 'returned' }],
  ['names an order', { orderId: '00000000-0000-4000-8000-0000000000aa' }],
  ['is a payment again', { verdict: 'twice' }],
])('a line that %s is no such payment', (_, over) => {
  answerDatabase(() => []);
  show(over);
  expect(press()).toBeNull();
});

test('an imported file is opened, and says what became of each of its lines', async () => {
  const row = { day: '2026-11-20', bankIndex: null, feeCents: 0, closedByName: 'Ben', closingReason: null };
  const lines = [
    {
      ...row,
      id: '1',
      line: 2,
      reference: 'A',
      amountCents: 100,
      verdict: 'settled',
      transactionId: 't1',
      orderId: 'o1',
    },
    {
      ...row,
      id: '2',
      line: 3,
      reference: 'B',
      amountCents: 200,
      verdict: 'unknown',
      transactionId: 't2',
      orderId: null,
      closingReason: 'x',
    },
    {
      ...row,
      id: '3',
      line: 4,
      reference: 'C',
      amountCents: -300,
      verdict: 'fee',
      transactionId: null,
      orderId: null,
      closingReason: 'x',
    },
    {
      ...row,
      id: '4',
      line: 5,
      reference: 'D',
      amountCents: -400,
      verdict: 'returned',
      transactionId: null,
      orderId: null,
      closingReason: 'Old',
    },
    {
      ...row,
      id: '5',
      line: 6,
      reference: 'E',
      amountCents: -500,
      verdict: 'returned',
      transactionId: null,
      orderId: null,
    },
  ];
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/lines_of_statement')) return [];
    asked.push(body);
    return lines;
  });
  const statement = {
    id: 's1',
    fileName: 'bank.csv',
    at: '2026-11-21T08:00:00Z',
    lines: 5,
    known: 0,
    settled: 2,
    byName: 'Ben',
  };
  const user = renderInShop(
    <PastStatements statements={[{ ...statement, columns: {} as BankStatement['columns'] }]} />,
  );
  // None was known before.
  screen.getByText(/5 lines, 2 matched to payments$/);
  expect(asked).toEqual([]);
  await user.click(screen.getByText('bank.csv'));
  const texts = (await screen.findAllByText(/^Row /)).map((text) => text.parentElement?.textContent ?? '');
  for (const [i, said] of [
    'In the shop',
    'Became a payment',
    'Fee',
    'Answered: Old, Ben',
    'Waits for you. Went out, and no refund explains it',
  ].entries())
    expect(texts[i]).toContain(said);
  expect(screen.getByRole('link', { name: 'See the payment' }).getAttribute('href')).toBe(
    '/admin/transactions?transaction=t2',
  );
});
