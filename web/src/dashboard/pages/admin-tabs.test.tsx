import type { Permission } from '@contract/staff.ts';
import { screen, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { permissionAt } from './desk-pages.ts';
import { placesFor } from './desk-places.ts';

test('an unknown address below /admin is a 404 page within the dashboard, without the hint for developers', () => {
  answerDatabase(() => null);
  renderInShop(
    <Routes>
      <Route path="/admin/*" element={<AdminTabs />} />
    </Routes>,
    '/admin/nothing-here',
  );
  screen.getByRole('heading', { name: '404 Page Not Found' });
  screen.getByText('The dashboard has nothing at this address.');
  expect(screen.queryByText(/router/)).toBeNull();
  screen.getByRole('navigation', { name: 'Dashboard' });
  expect(screen.getByRole('link', { name: 'Go to the overview' }).getAttribute('href')).toBe('/admin');
});

const scarce = { id: 'p1', name: 'Auger', stock: 1, held: 0 };

const Path = () => <output>{useLocation().pathname}</output>;

/** The dashboard for somebody with these permissions, at an address. */
function openDashboard(may: Permission[], path: string) {
  answerDatabase((address) =>
    address.endsWith('/waiting_counts')
      ? { orders: 7, transactions: 0, statements: null, messages: 0 }
      : address.startsWith('/api/admin/orders')
        ? []
        : { rows: address.endsWith('/find_products') ? [scarce] : [], after: null },
  );
  return renderInShop(
    <>
      <Routes>
        <Route path="/admin/*" element={<AdminTabs />} />
      </Routes>
      <Path />
    </>,
    path,
    may,
  );
}

const menu = () =>
  within(screen.getByRole('navigation', { name: 'Dashboard' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('the menu has what the role may open, and whoever may not see the figures lands at what is to be sent', async () => {
  // Else the time that its code takes to load would count.
  await import('../features/overview/overview.tsx');
  openDashboard(['dashboard', 'orders.read', 'products.read', 'parcels'], '/admin');
  await screen.findByText('Nothing needs you now');
  await screen.findByText('1 left');
  screen.getByText('/admin');
  expect(screen.queryByText('Needs your attention')).toBeNull();
  // Its page is for those who may change products.
  expect(screen.queryByRole('link', { name: 'Auger' })).toBeNull();
  expect(menu()).toEqual(['Overview', 'Products', 'Orders', 'Quotations']);
});

test('a further page is in the menu of whoever may open it', async () => {
  const user = openDashboard(['dashboard', 'orders.read', 'payments.read', 'messages'], '/admin/nothing');
  const four = ['Overview', 'Orders', 'Transactions'];
  const others = ['Quotations', 'Who Owes Us', 'Messages'];
  expect(menu()).toEqual([...four, ...others]);
  // On a phone the others are in a sheet, which closes with a choice.
  await user.click(screen.getByRole('button', { name: 'More' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Dashboard' }));
  expect(sheet.getAllByRole('link').map((link) => link.textContent)).toEqual(others);
  await user.click(sheet.getByRole('link', { name: 'Messages' }));
  expect(screen.queryByRole('dialog', { name: 'Dashboard' })).toBeNull();
});

test('the menu says how much waits where one may look, which page is open, and the pages of settings there alone', async () => {
  openDashboard(['dashboard', 'orders.read', 'settings', 'messages'], '/admin/messages/rules');
  const orders = within(screen.getByRole('navigation', { name: 'Dashboard' })).getByRole('link', {
    name: 'Orders',
  });
  await expect.poll(() => orders.nextElementSibling?.textContent).toBe('7 waiting');
  expect(screen.getByRole('link', { name: 'Messages' }).nextElementSibling).toBeNull();
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual(['Settings', 'Notifications']);
  expect(screen.getByRole('link', { name: 'Health' }).getAttribute('href')).toBe('/admin/health');
});

test('a new quotation is made by whoever may make orders, and others are not led to its page', () => {
  expect(permissionAt('/admin/orders/quotations/new')).toBe('orders.write');
  const to = (...may: Permission[]) => placesFor((one) => may.includes(one)).map((place) => place.to);
  expect(to('orders.read')).not.toContain('/admin/orders/quotations/new');
  expect(to('orders.read', 'orders.write')).toContain('/admin/orders/quotations/new');
});

test.each([
  [[], 0],
  [['settings'] satisfies Permission[], 1],
] as const)(
  'what a quotation lacks of the seller leads to its page whoever may open that: %o',
  async (may, links) => {
    await import('./orders/new-order-page.tsx');
    openDashboard(['dashboard', 'orders.read', 'orders.write', ...may], '/admin/orders/quotations/new');
    await screen.findByText('A quotation lacks your KRA PIN and your bank account.');
    expect(screen.queryAllByRole('link', { name: 'Shop Details' })).toHaveLength(links);
  },
);

test.each([
  '/admin/people',
  '/admin/customers',
  '/admin/settings',
  '/admin/products/new',
  '/admin/transactions/settlement',
])('%s, opened by hand without the permission, is Access Denied within the dashboard', (path) => {
  openDashboard(['dashboard', 'orders.read', 'products.read', 'payments.read'], path);
  screen.getByRole('heading', { name: 'Access Denied' });
  screen.getByRole('heading', { name: 'Admin Dashboard' });
  expect(screen.getByRole('link', { name: 'Go Back Home' }).getAttribute('href')).toBe('/admin');
});
