import type { DashboardFindings } from '@contract/admin-customers.ts';
import type { Permission } from '@contract/staff.ts';
import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { DashboardSearch } from './dashboard-search.tsx';

const order = '3f2a9c1e-0000-4000-8000-000000000454';
const nothing: DashboardFindings = {
  orders: [],
  quotations: [],
  customers: [],
  payments: [],
  products: [],
  serials: [],
};
const everything = {
  orders: [{ id: order, customerName: 'Njeri', totalAmount: 5000, dueCents: 130_050, status: 'paid' }],
  quotations: [{ id: 'q1', number: 'Q-2026-0007', customerName: 'Njeri', state: 'open' }],
  customers: [
    { id: order, name: 'Njeri', company: null, phone: '+254712345678' },
    { id: 'c2', name: 'Asha', company: { name: 'Kisumu Water', pin: 'P051234567X' }, phone: '+254722222222' },
  ],
  payments: [{ id: 't1', method: 'mpesa', reference: 'ABC', cents: 500_050, orderId: order }],
  products: [
    { id: 'p1', name: 'Auger', model: 'A 1', isActive: false },
    { id: 'p2', name: 'Probe', model: null, isActive: true },
  ],
  serials: [{ serial: 'SN 7', orderId: order, productName: 'Auger' }],
} as unknown as DashboardFindings;

const places = [
  { to: '/admin/reports', label: 'Report', words: 'sales' },
  { to: '/admin/customers/owed', label: 'Who Owes Us', words: 'debtors' },
];

function show(reply: (typed: string) => unknown, may?: Permission[]) {
  const searched: string[] = [];
  answerDatabase((_, body) => {
    const { p_query } = body as { p_query: string };
    searched.push(p_query);
    return reply(p_query);
  });
  const user = renderInShop(
    <>
      <div id="dashboard-search" />
      <DashboardSearch places={places} />
      <textarea aria-label="Note" />
      <dialog aria-label="Refund" />
      <Address />
    </>,
    '/admin',
    may,
  );
  return { user, searched, field: screen.getByRole('combobox') };
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const address = () => screen.getByText(/^\/admin/).textContent;
const options = async () =>
  (await screen.findAllByRole('option')).map((option) => [option.textContent, option.getAttribute('href')]);

test('what is found stands in groups, each a link to its page', async () => {
  const { user, field, searched } = show(() => everything);
  await user.type(field, ' nje');
  expect(await options()).toEqual([
    [
      `#00000454 Njeri${orderStatusLabels.paid}KES\u00a05,000, KES\u00a01,300.50 due`,
      `/admin/orders/${order}`,
    ],
    ['Q-2026-0007 NjeriOpen', '/admin/orders/quotations/q1'],
    ['Njeri+254712345678', `/admin/customers/${order}`],
    ['Kisumu Water+254722222222', '/admin/customers/c2'],
    ['M-Pesa ABCKES\u00a05,000.50', '/admin/transactions?transaction=t1'],
    ['AugerArchived', '/admin/products/p1'],
    ['Probe', '/admin/products/p2'],
    ['SN 7, Auger#00000454', `/admin/orders/${order}`],
  ]);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Orders',
    'Quotations',
    'Customers',
    'Payments',
    'Products',
    'Serial numbers',
  ]);
  screen.getByText('8 results');
  expect(searched).toEqual(['nje']);
});

test('who may not change products is led to the list of them', async () => {
  const { user, field } = show(() => ({ ...nothing, products: everything.products }), ['products.read']);
  await user.type(field, 'auger');
  expect((await options()).map(([, to]) => to)).toEqual([
    '/admin/products?q=A%201',
    '/admin/products?q=Probe',
  ]);
});

test('the arrow keys mark, Enter opens the marked one or else the first, and Escape closes', async () => {
  const { user, field } = show(() => everything);
  await user.type(field, 'njeri');
  await options();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(address()).toBe(`/admin/customers/${order}`);
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.type(field, 'x');
  await options();
  await user.keyboard('{Enter}');
  expect(address()).toBe(`/admin/orders/${order}`);
  await user.type(field, 'y');
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('less than three letters or figures are not searched for', async () => {
  const { user, field, searched } = show(() => everything);
  await user.type(field, '#1-a {Enter}');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(searched).toEqual([]);
  expect(screen.queryByText('Searching…')).toBeNull();
});

test('it says that it searches, and what was not found', async () => {
  const reply = deferredPromise();
  const { user, field } = show(() => reply.promise.then(() => nothing));
  await user.type(field, 'xylophone');
  expect((await screen.findAllByText('Searching…'))[0]?.getAttribute('role')).toBe('status');
  // Nothing is there to open yet: the list stays, to be opened from when it has come.
  await user.keyboard('{Enter}');
  expect(address()).toBe('/admin');
  expect(screen.getAllByText('Searching…')).not.toHaveLength(0);
  await user.type(field, 's');
  reply.release();
  const said = await screen.findAllByText('Nothing found for “xylophones”.');
  expect(said[0]?.getAttribute('role')).toBe('status');
});

test('Enter pressed before the reply opens the first that it brings, unless something else was typed meanwhile', async () => {
  const replies = { njeri: deferredPromise(), kip: deferredPromise() };
  const { user, field } = show((typed) =>
    replies[typed as keyof typeof replies].promise.then(() => everything),
  );
  await user.type(field, 'njeri{Enter}');
  await screen.findAllByText('Searching…');
  expect(address()).toBe('/admin');
  replies.njeri.release();
  await waitFor(() => expect(address()).toBe(`/admin/orders/${order}`));
  expect(screen.queryByRole('listbox')).toBeNull();

  await user.clear(field);
  await user.type(field, 'ki{Enter}p');
  replies.kip.release();
  await options();
  screen.getByRole('listbox');
});

test('a failed search says so and can be repeated', async () => {
  let isDown = true;
  const { user, field } = show(() => {
    if (isDown) throw new TypeError('Failed to fetch');
    return everything;
  });
  await user.type(field, 'njeri');
  await screen.findAllByText(/^The search failed\. No connection/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await options()).toHaveLength(8);
});

test('pages are found at once by the beginnings of their words, before what else is found', async () => {
  const { user, field, searched } = show(() => everything);
  await user.type(field, 'ow us');
  expect(await options()).toEqual([['Who Owes Us', '/admin/customers/owed']]);
  await user.clear(field);
  await user.type(field, 'sa');
  expect(await options()).toEqual([['Report', '/admin/reports']]);
  expect(searched).toEqual([]);
  await user.type(field, 'les');
  await screen.findByText('9 results');
  expect((await options())[0]).toEqual(['Report', '/admin/reports']);
  await user.keyboard('{Enter}');
  expect(address()).toBe('/admin/reports');
});

test('Ctrl or Cmd and K go to the search, also from a field', async () => {
  const { user, field } = show(() => nothing);
  for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
    await user.click(screen.getByLabelText('Note'));
    await user.keyboard(keys);
    expect(document.activeElement).toBe(field);
  }
});

test('while a dialog is open the keys do not', async () => {
  const { user, field } = show(() => nothing);
  const dialog = screen.getByLabelText<HTMLDialogElement>('Refund');
  dialog.setAttribute('open', '');
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).not.toBe(field);
  dialog.removeAttribute('open');
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(field);
});
