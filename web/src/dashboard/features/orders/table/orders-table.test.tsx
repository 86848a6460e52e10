import { permissions } from '@contract/staff.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OrdersTable } from './orders-table.tsx';

type PageQuery = {
  p_sort: string;
  p_descending: boolean;
  p_filter: object;
  p_limit: number;
  p_after?: unknown;
};

/** So many orders to be sent; the calls for pages of them. */
function answerWith(total: number, over: object = {}): PageQuery[] {
  const calls: PageQuery[] = [];
  answerDatabase((_, body) => {
    const query = body as PageQuery;
    calls.push(query);
    const rows = Array.from({ length: Math.min(total, query.p_limit) }, (_row, place) => ({
      id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
      status: 'paid',
      nextStep: 'none',
      word: 'paid',
      createdAt: '2026-11-22T08:00:00Z',
      customerName: 'Ada',
      customerPhone: '',
      customerEmail: '',
      totalAmount: 50,
      transaction: 'completed',
      settledOn: null,
      openTasks: 0,
      lines: 0,
      items: [],
      payment: { receivedCents: 5000, acceptedCents: 5000, refundedCents: 0 },
      sent: null,
      lateSince: null,
      deliverBy: null,
      toSend: false,
      ...over,
    }));
    return { rows, after: total > rows.length ? ['2026-11-22', rows.at(-1)?.id] : null };
  });
  return calls;
}

test('what is to be sent is listed by the promised day, other orders newest first', async () => {
  const calls = answerWith(1);
  renderInShop(<OrdersTable />, '/admin/orders?status=to-send');
  await screen.findByRole('table');
  expect(calls.map((call) => [call.p_filter, call.p_sort, call.p_descending])).toEqual([
    [{ toSend: true }, 'deliverBy', false],
  ]);
  renderInShop(<OrdersTable />, '/admin/orders');
  await expect.poll(() => calls[1]).toMatchObject({ p_filter: {}, p_sort: 'createdAt', p_descending: true });
});

test('an order that is to be sent says so beside Paid, in red when it is late; the longest owed comes first', async () => {
  const calls = answerWith(1, { toSend: true });
  renderInShop(<OrdersTable />, '/admin/orders?status=owed');
  const badge = (await screen.findByRole('table')).querySelector('td:last-child')!;
  expect(badge.textContent).toMatch(/To sendPaid$/);
  expect(calls[0]).toMatchObject({ p_filter: { isOwed: true }, p_sort: 'createdAt', p_descending: false });
});

test('an order of an organisation names it before its officer', async () => {
  answerWith(1, { company: { name: 'Kilifi Works', pin: null, purchaseOrder: null } });
  renderInShop(<OrdersTable />, '/admin/orders');
  await screen.findByText('Kilifi Works, Ada');
});

test('without the right to export there is no file', async () => {
  answerWith(1);
  const may = permissions.filter((one) => one !== 'exports');
  renderInShop(<OrdersTable />, '/admin/orders', may);
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});

test.each([
  ['?from=2026-11-01&to=2026-11-30', 'orders-2026-11-01-to-2026-11-30.csv'],
  ['?to=2026-11-30', 'orders-until-2026-11-30.csv'],
  ['?from=2026-11-01', /^orders-2026-11-01-to-\d{4}-\d\d-\d\d\.csv$/],
  ['', /^orders-\d{4}-\d\d-\d\d\.csv$/],
])('the file of the orders of “%s” is called %s', async (search, name) => {
  answerWith(1, { customerAddress: '', sales: { grossCents: 0, refundedCents: 0 }, paidAt: null });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const user = renderInShop(<OrdersTable />, `/admin/orders${search}`);
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
});

test('an order that is later than promised says so', async () => {
  answerWith(1, { lateSince: '2026-11-25', sent: { pieces: 2, total: 5, isOnWay: true } });
  renderInShop(<OrdersTable />, '/admin/orders');
  await screen.findByText('late: promised by Wed 25 Nov, 2 of 5 sent');
});

test('what is to be sent says by when it was promised, another order does not', async () => {
  answerWith(1, { toSend: true, deliverBy: '2026-12-04' });
  renderInShop(<OrdersTable />, '/admin/orders?status=to-send');
  await screen.findByText('deliver by Fri 4 Dec');
});

test('where nothing is to be sent, that is said', async () => {
  answerWith(0);
  renderInShop(<OrdersTable />, '/admin/orders?status=to-send');
  await screen.findByText('Nothing is to be sent or done.');
});

test.each([
  [{ pieces: 2, total: 5, isOnWay: true }, ['2 of 5 sent']],
  [{ pieces: 5, total: 5, isOnWay: true }, ['on its way']],
  [{ pieces: 5, total: 5, isOnWay: false }, []],
  [null, []],
])(
  'an order that has left in part says how many pieces, one that is on its way that, and no other: %o',
  async (sent, says) => {
    answerWith(1, { sent });
    renderInShop(<OrdersTable />, '/admin/orders');
    await screen.findByRole('link', { name: '#00000000' });
    expect(
      screen.queryAllByText(/^(\d+ of \d+ sent|on its way)$/).map(({ textContent }) => textContent),
    ).toEqual(says);
  },
);

test.each([137, 500])(
  'of %i orders the check box of the header selects those of all pages',
  async (total) => {
    const name = 'Select all orders, 500 at most';
    const calls = answerWith(total);
    const user = renderInShop(<OrdersTable />, '/admin/orders?status=to-send&page=2');
    await user.click(await screen.findByRole('checkbox', { name }));
    await screen.findByText(`${total} orders selected`);
    expect(calls.map((call) => [call.p_limit, call.p_after])).toEqual([
      [50, 50],
      [500, undefined],
    ]);
    expect(calls.at(-1)).toMatchObject({ p_descending: false });
    await user.click(screen.getByRole('checkbox', { name }));
    await expect.poll(() => screen.queryByText(/orders selected/)).toBeNull();
  },
);

test('the next page begins behind the last row, and the one before it by its number', async () => {
  const calls = answerWith(51);
  const user = renderInShop(<OrdersTable />, '/admin/orders');
  await screen.findByText('1–50 of more than 50 orders');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('51–100 of more than 100 orders');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('101–150 of more than 150 orders');
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  const last = ['2026-11-22', '00000000-0000-4000-8000-000000000049'];
  await expect.poll(() => calls.map((call) => call.p_after)).toEqual([undefined, last, 50]);
});
