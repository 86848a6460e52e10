import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { ReportPage } from './report-page.tsx';

const november = '/admin/reports?from=2026-11-01&to=2026-11-26';
const report = {
  from: '2026-11-01',
  to: '2026-11-26',
  sold: {
    grossCents: 900_000,
    refundedCents: 100_000,
    takenBackCents: 40_000,
    netCents: 800_000,
    settledCents: 0,
    ordersPaid: 2,
  },
  methods: [
    { method: 'card', payments: 2, grossCents: 900_000, refundedCents: 100_000, takenBackCents: 40_000 },
  ],
  categories: [
    { category: 'gps', pieces: 2, cents: 800_000 },
    { category: 'delivery', pieces: 1, cents: 50_000 },
  ],
  products: [{ id: 'p1', name: 'Garmin', pieces: 2, cents: 800_000 }],
  productsSold: 1,
  withheldCents: 2_000,
  writtenOffCents: 300,
  creditedCents: 1_000_000,
  customers: [
    {
      orderId: 'o1',
      name: 'Ada',
      companyName: 'Water Ltd',
      orders: 2,
      grossCents: 900_000,
      refundedCents: 100_000,
      takenBackCents: 40_000,
    },
  ],
  customersPaid: 1,
  vat: [
    {
      vatClass: 'standard',
      basisPoints: 1600,
      grossCents: 800_000,
      netCents: 689_655,
      vatCents: 110_345,
    },
  ],
  statements: { settledCents: 700_000, returnedCents: 0, feeCents: 1200 },
};
const payment = {
  id: 't1',
  at: '2026-11-03T08:00:00Z',
  orderId: 'o1',
  transactionId: 't1',
  reference: 'DON-1',
  method: 'card',
  customerName: 'Ada',
  company: { name: 'Water Ltd', pin: null, purchaseOrder: null },
  grossCents: 900_000,
  refundedCents: 0,
  takenBackCents: 0,
  isSettled: false,
};
const answer = (address: string) =>
  address.endsWith('/sales_report')
    ? report
    : {
        sums: { total: 1, grossCents: 900_000, refundedCents: 0, takenBackCents: 0 },
        rows: [payment],
        after: null,
      };

test('each figure leads to its list', async () => {
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/list_sold_payments')) asked.push((body as { p_filter: unknown }).p_filter);
    return answer(address);
  });
  const user = renderInShop(<ReportPage />, november);
  await screen.findByRole('heading', { name: 'By category' });
  const valueOf = (name: string) =>
    screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent?.replace('\u00a0', ' ');
  expect(
    ['Refunded', 'Bounced or charged back', 'Withheld as tax', 'Written off', 'Credited'].map(valueOf),
  ).toEqual(['KES 600', 'KES 400', 'KES 20', 'KES 3', 'KES 10,000']);
  screen.getByText('At the prices of the orders, before credits.');
  for (const title of ['By method', 'By customer']) {
    const cells = within(screen.getByRole('table', { name: title })).getAllByRole('cell');
    expect(cells.slice(-2).map((cell) => cell.textContent?.replace('\u00a0', ' '))).toEqual([
      expect.stringMatching(/KES 600$/),
      expect.stringMatching(/KES 400$/),
    ]);
  }
  for (const name of ['Refunded', 'Withheld as tax', 'Written off', 'Credited'])
    await user.click(within(screen.getByText(name, { selector: 'dt' }).parentElement!).getByRole('link'));
  const kinds = ['refunded', 'withheld', 'written_off', 'credited'].map((kind) => ({ kind }));
  await waitFor(() => expect(asked).toEqual([{}, ...kinds]));
  await user.click(screen.getByRole('link', { name: 'Water Ltd' }));
  expect(screen.getByText('One customer')).toBeTruthy();
  const table = await screen.findByRole('table', { name: 'Payments and refunds, oldest first' });
  expect(within(table).getByText('DON-1')).toBeTruthy();
});

test('a payment by card has its minute, what is known by its day has that', async () => {
  const noted = { ...payment, at: '2026-11-04' };
  const rows = [
    payment,
    { ...noted, id: 't2', method: 'mpesa', reference: 'SKR5X9QWE1' },
    { ...noted, id: 'r1', grossCents: 0, refundedCents: 100_000, reference: 'RF-1' },
  ];
  answerDatabase((address) => (address.endsWith('/sales_report') ? report : { ...answer(address), rows }));
  renderInShop(<ReportPage />, november);
  const rowOf = async (reference: string) => (await screen.findByText(reference)).closest('tr')?.textContent;
  expect(await rowOf('DON-1')).toContain('3 Nov 2026, 11:00');
  for (const reference of ['SKR5X9QWE1', 'RF-1']) expect(await rowOf(reference)).toMatch(/4 Nov 2026(?!,)/);
});

test('a file of payments has a line for each order that one pays, and is not said to have more payments', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const rows = [payment, { ...payment, id: 't2', orderId: 'o2' }];
  answerDatabase((address) => (address.endsWith('/sales_report') ? report : { ...answer(address), rows }));
  const user = renderInShop(<ReportPage />, november);
  await user.click(await screen.findByRole('button', { name: 'Export payments and refunds (CSV)' }));
  await screen.findByText('Payments and refunds Exported');
  screen.getByText('2 lines are in the file.');
});

test('the VAT of a rate leads to the invoices and credit notes that have it', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const filters: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/list_issued_papers')) return answer(address);
    filters.push((body as { p_filter: unknown }).p_filter);
    const { customerName, company, at } = payment;
    const invoice = {
      id: 'INV-2026-00001',
      number: 'INV-2026-00001',
      corrects: null,
      orderId: 'o1',
      at,
      customerName,
      company,
      ...report.vat[0],
    };
    const sums = { total: 1, grossCents: 800_000, netCents: 689_655, vatCents: 110_345 };
    return { sums, rows: [invoice], after: null };
  });
  const user = renderInShop(<ReportPage />, november);
  await user.click(await screen.findByRole('link', { name: 'Standard rate, 16\u00a0%' }));
  // They are listed below the screen.
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe('list');
  const table = await screen.findByRole('table', { name: 'Invoices and credit notes, oldest first' });
  within(table).getByRole('link', { name: 'INV-2026-00001' });
  screen.getByText('KES 8,000, KES 1,103.45 of it VAT');
  expect(filters).toEqual([{ rate: 'standard 1600' }]);
});

test('the sums of all pages are asked for once, not again with each page', async () => {
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/sales_report')) return report;
    const { p_after } = body as { p_after?: unknown };
    asked.push(p_after);
    const sums = p_after ? null : { total: 51, grossCents: 900_000, refundedCents: 0 };
    return { sums, rows: [payment], after: p_after ? null : ['2026-11-03', 't1'] };
  });
  const user = renderInShop(<ReportPage />);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await screen.findByText('51–51 of 51 lines');
  expect(asked).toEqual([undefined, ['2026-11-03', 't1']]);
  // Nothing went back.
  screen.getByText(/^KES.9,000$/, { selector: 'strong.tabular' });
});

test.each([
  ['', 0],
  ['&method=card', 1],
])('an empty list offers to clear its filters only if it has any: %s', async (filter, count) => {
  answerDatabase((address) =>
    address.endsWith('/sales_report')
      ? report
      : { sums: { total: 0, grossCents: 0, refundedCents: 0 }, rows: [], after: null },
  );
  renderInShop(<ReportPage />, `${november}&list=payments${filter}`);
  const title = await screen.findByText('No lines found');
  const panel = title.closest('section') as HTMLElement;
  expect(within(panel).queryAllByRole('button', { name: 'Clear filters' })).toHaveLength(count);
});

test('a report of too many days says so and asks for nothing', () => {
  const asked: string[] = [];
  answerDatabase((address) => {
    asked.push(address);
    return report;
  });
  renderInShop(<ReportPage />, '/admin/reports?from=2020-01-01&to=2026-11-26');
  screen.getByText('A report has at most 800 days. Choose fewer.');
  expect(asked).toEqual([]);
});

test('a failed report can be tried again', async () => {
  let attempts = 0;
  answerDatabase((address) => {
    if (!address.endsWith('/sales_report')) return answer(address);
    attempts += 1;
    return attempts === 1 ? Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 }) : report;
  });
  const user = renderInShop(<ReportPage />, november);
  await user.click(await screen.findByRole('button', { name: /again/i }));
  await screen.findByRole('heading', { name: 'By category' });
});
