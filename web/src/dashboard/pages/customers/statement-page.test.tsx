import type { Statement } from '@contract/debts.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { DebtorsTable } from '#dashboard/features/customers/debtors-table.tsx';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { StatementPage } from './statement-page.tsx';

const id = '3f2a9c1e-0000-4000-8000-000000000454';
const today = nairobiDay();
const owed = { cents: 155_131, ages: { 0: 100_000, 2: 55_131 } };
const statement = {
  from: '2026-01-01',
  to: today,
  buyer: { name: 'Ada', email: 'ada@example.com', phone: '+254712345678', company: { name: 'Kisumu Water' } },
  openingCents: 5000,
  closingCents: 155_050,
  lines: [
    {
      id: '2 1',
      day: '2026-11-02',
      orderId: id,
      kind: 'payment',
      reference: 'FT123',
      method: 'transfer',
      cents: -50_000,
      balanceCents: 155_050,
      dueDay: '2126-12-30',
      purchaseOrder: 'LPO 4471',
    },
  ],
  owed,
  expectedCents: 0,
  advanceCents: 14_700_00,
} as unknown as Statement;

function open(reply: Statement | null, address = `/admin/customers/${id}/statement`) {
  const asked: unknown[] = [];
  answerDatabase((path, body) => {
    if (path.endsWith('/customer_statement')) asked.push(body);
    return reply;
  });
  renderInShop(
    <Routes>
      <Route path="/admin/customers/:id/statement" element={<StatementPage />} />
    </Routes>,
    address,
  );
  return asked;
}

test('a statement is of this year, with each line, the balances, what is owed by age, and its PDF', async () => {
  const asked = open(statement);
  const row = within((await screen.findByText('Payment, Bank transfer FT123')).closest('tr') as HTMLElement);
  row.getByText('−KES 500');
  row.getByText('KES 1,550.50');
  screen.getByText('Kisumu Water');
  screen.getByText('31-60 days late');
  screen.getByText('KES 551.31');
  screen.getByText('due 30 Dec 2126, purchase order LPO 4471');
  screen.getByText('Paid in advance');
  expect(screen.queryByText('61-90 days late')).toBeNull();
  const from = `${today.slice(0, 4)}-01-01`;
  expect(asked).toEqual([{ p_order_id: id, p_from: from, p_to: today }]);
  expect(screen.getByRole('link', { name: 'Statement (PDF)' }).getAttribute('href')).toBe(
    `/api/orders/${id}/papers/statement?from=${from}&to=${today}`,
  );
});

test('the mail program and WhatsApp open with a text to which it is attached', async () => {
  open(statement);
  const linked = async (name: string) =>
    decodeURIComponent((await screen.findByRole('link', { name })).getAttribute('href') ?? '').replaceAll(
      '\u00a0',
      ' ',
    );
  const text = 'Dear Ada, our statement of account is attached. KES 1,551.31 is owed today.';
  expect(await linked('E-mail')).toContain('mailto:ada@example.com?subject=Statement of account, 1 Jan 2026');
  expect(await linked('E-mail')).toContain(text);
  expect(await linked('WhatsApp')).toBe(`https://wa.me/254712345678?text=${text}`);
});

test('what is to be paid before it is sent is said in the text, too', async () => {
  open({ ...statement, owed: { cents: 0, ages: {} }, unsentCents: 8_500_000 });
  const link = await screen.findByRole('link', { name: 'E-mail' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(
    /attached\. KES.85,000 is to be paid before it is sent\.$/,
  );
});

test('what is expected to be withheld is not owed, but a certificate that is awaited', async () => {
  open({ ...statement, owed: { cents: 0, ages: { 1: 0 } }, expectedCents: 3100 });
  const fact = async (label: string) => (await screen.findByText(label)).parentElement?.textContent;
  expect(await fact('Owed today')).toMatch(/KES.0$/);
  expect(await fact('Certificate awaited')).toMatch(/KES.31$/);
});

test('without lines it says so, and of days the wrong way round nothing is asked', async () => {
  open({ ...statement, lines: [] });
  await screen.findByText('Nothing in these days.');
});

test('days the wrong way round are refused before anything is asked', async () => {
  const asked = open(statement, `/admin/customers/${id}/statement?from=2026-05-02&to=2026-05-01`);
  await screen.findByText('The last day is before the first.');
  expect(asked).toEqual([]);
});

test('a buyer who was erased has none', async () => {
  open(null);
  await screen.findByText('There is no such customer');
});

test('who owes us has a row a customer with a link to the statement, and the sum of all', async () => {
  const expectedCents = 4_594_828;
  answerDatabase(() => ({
    rows: [{ id, name: 'Kisumu Water', owed, expectedCents }],
    total: owed,
    after: null,
  }));
  renderInShop(<DebtorsTable />);
  const link = await screen.findByRole('link', { name: 'Kisumu Water' });
  expect(link.getAttribute('href')).toBe(`/admin/customers/${id}/statement`);
  const row = within(link.closest('tr') as HTMLElement);
  for (const sum of ['KES 1,551.31', 'KES 1,000', 'KES 551.31']) row.getByText(sum);
  row.getByText('Certificate awaited: KES 45,948.28');
  screen.getByText('All customers');
  screen.getByText('1 debt', { exact: true });
});

test('where all debts are of one age a row is two lines on a phone, too: the customer’s name needs one of its own', async () => {
  const young = { cents: 100_000, ages: { 0: 100_000 } };
  answerDatabase(() => ({ rows: [{ id, name: 'Kisumu Water', owed: young }], total: young, after: null }));
  renderInShop(<DebtorsTable />);
  await screen.findByRole('link', { name: 'Kisumu Water' });
  expect(screen.getByRole('table').className).toMatch(/lines/);
});

test('where nobody owes, the list says so', async () => {
  answerDatabase(() => ({ rows: [], total: null, after: null }));
  renderInShop(<DebtorsTable />);
  await screen.findByText('Every order whose goods left is paid.');
});
