import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTableAddress } from '../lib/table-address.ts';
import { TableFilters } from './table-filters.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const filters = [
  { name: 'search', kind: 'search', label: 'Search products' },
  { name: 'brand', kind: 'from a link', label: 'Brand', option: 'One brand' },
  { name: 'min', kind: 'amount', label: 'From KES' },
] as const;

function Products() {
  const address = useTableAddress({
    sorts: ['name'],
    defaultSort: { by: 'name', descending: false },
    filters,
  });
  return <TableFilters filters={filters} address={address} />;
}

function openProducts(search = '') {
  window.history.replaceState(null, '', `/admin/products${search}`);
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
}

const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Search products'), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const address = () => window.location.pathname + window.location.search;

test('a search starts when the typing pauses', async () => {
  openProducts();
  type('rit');
  await pass(299);
  type('ritar');
  await pass(299);
  expect(address()).toBe('/admin/products');
  await pass(1);
  expect(address()).toBe('/admin/products?search=ritar');
});

test('a search does not take back who clicks a link before the typing pauses', async () => {
  openProducts();
  type('ritar');
  fireEvent.click(screen.getByRole('link', { name: 'Overview' }));
  await pass(1000);
  expect(address()).toBe('/admin');
});

test('a filter that a link has set can be seen and cleared, and nobody else sees it', () => {
  openProducts('?brand=b1');
  expect(screen.getByRole('option', { name: 'One brand', selected: true })).toBeDefined();
  fireEvent.change(screen.getByLabelText('Brand'), { target: { value: '' } });
  expect(address()).toBe('/admin/products');
  expect(screen.queryByLabelText('Brand')).toBeNull();
});

test.each([
  ['KES 95,000.00', '?min=95000', null],
  ['95.000', '', 'Is “95.000” 95 or 95,000? Write thousands with a comma'],
  ['95.50', '', 'Type whole shillings'],
])('an amount of %s filters by %j', async (text, search, problem) => {
  openProducts();
  fireEvent.change(screen.getByLabelText('From KES'), { target: { value: text } });
  await pass(300);
  expect(address()).toBe(`/admin/products${search}`);
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(problem);
});
