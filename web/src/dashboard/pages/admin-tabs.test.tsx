import type { Permission } from '@contract/staff.ts';
import { screen, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { AdminTabs } from './admin-tabs.tsx';

test('an unknown address below /admin is the specified 404 page, within the dashboard', () => {
  answerDatabase(() => null);
  renderInShop(
    <Routes>
      <Route path="/admin/*" element={<AdminTabs />} />
    </Routes>,
    '/admin/nothing-here',
  );
  screen.getByRole('heading', { name: '404 Page Not Found' });
  screen.getByText(/Did you forget to add the page to the router\?/);
  screen.getByText('/admin/nothing-here');
  screen.getByRole('navigation', { name: 'Dashboard' });
  expect(screen.getByRole('link', { name: 'Go to the overview' }).getAttribute('href')).toBe('/admin');
});

const scarce = { id: 'p1', name: 'Auger', stock: 1 };

const Path = () => <output>{useLocation().pathname}</output>;

/** The dashboard for somebody with these permissions, at an address. */
function openDashboard(may: Permission[], path: string) {
  answerDatabase((address) =>
    address.startsWith('/api/admin/orders')
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
  await import('./overview/overview-tab.tsx');
  openDashboard(['dashboard', 'orders.read', 'products.read', 'parcels'], '/admin');
  await screen.findByText('Nothing is to be sent.');
  await screen.findByText('1 left');
  screen.getByText('/admin');
  expect(screen.queryByText('Needs your attention')).toBeNull();
  // Its page is for those who may change products.
  expect(screen.queryByRole('link', { name: 'Auger' })).toBeNull();
  expect(menu()).toEqual(['Overview', 'Products', 'Orders']);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('a further page is in the menu of whoever may open it', async () => {
  const user = openDashboard(['dashboard', 'orders.read', 'payments.read', 'messages'], '/admin/nothing');
  expect(menu()).toEqual(['Overview', 'Orders', 'Transactions']);
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(menu()).toEqual(['Overview', 'Orders', 'Transactions', 'Messages']);
});

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
