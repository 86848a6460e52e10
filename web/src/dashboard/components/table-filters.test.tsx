import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useTableAddress } from '../lib/table-address.ts';
import { TableFilters } from './table-filters.tsx';

const filters = [{ name: 'search', kind: 'search', label: 'Search products' }] as const;

function Products() {
  const address = useTableAddress({
    sorts: ['name'],
    defaultSort: { by: 'name', descending: false },
    filters,
  });
  return <TableFilters filters={filters} address={address} />;
}

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));

function openProducts() {
  window.history.replaceState(null, '', '/admin/products');
  // Its code never arrives: the products stay on the screen.
  const Overview = lazy(() => new Promise<never>(() => {}));
  render(
    <BrowserRouter>
      <Link to="/admin">Overview</Link>
      <Suspense>
        <Routes>
          <Route path="/admin/products" element={<Products />} />
          <Route path="/admin" element={<Overview />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  return userEvent.setup();
}

test('a search starts when the typing pauses', async () => {
  const user = openProducts();
  await user.type(screen.getByLabelText('Search products'), 'ritar');
  expect(window.location.search).toBe('');
  await pause();
  expect(window.location.pathname + window.location.search).toBe('/admin/products?search=ritar');
});

test('a search does not take back who clicks a link before the typing pauses', async () => {
  const user = openProducts();
  await user.type(screen.getByLabelText('Search products'), 'ritar');
  await user.click(screen.getByRole('link', { name: 'Overview' }));
  await pause();
  expect(window.location.pathname + window.location.search).toBe('/admin');
});
