import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTableAddress } from '../lib/table-address.ts';
import { dayAndAmountFilters, TableFilters } from './table-filters.tsx';

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

test('a filter that only a link sets is shown as a chip, and can be removed', () => {
  openProducts('?brand=b1');
  expect(screen.queryByLabelText('Brand')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'One brand Remove' }));
  expect(address()).toBe('/admin/products');
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
});

const many = [
  { name: 'q', kind: 'search', label: 'Words' },
  {
    name: 'status',
    kind: 'choice',
    label: 'Status',
    options: [
      { value: '', label: 'Every status' },
      { value: 'late', label: 'Late' },
      { value: 'gone', label: 'Gone' },
    ],
    tabs: [
      { value: 'late', label: 'Late ones' },
      { value: '', label: 'All' },
    ],
  },
  ...dayAndAmountFilters,
] as const;

function Orders() {
  return <TableFilters filters={many} address={useTableAddress({ filters: many })} />;
}

test('many filters are behind a button: tabs choose what is work, chips say what else is chosen and take it back', () => {
  vi.setSystemTime('2026-11-30T09:00:00Z');
  window.history.replaceState(null, '', '/?q=ada&from=2026-11-02&min=1000&status=late');
  render(<Orders />, { wrapper: BrowserRouter });
  const chips = () => screen.queryAllByRole('button', { name: / Remove$/ }).map((chip) => chip.textContent);
  expect(chips()).toEqual(['“ada”', 'From day 2 Nov 2026', 'From KES 1,000']);
  expect(screen.queryByLabelText('Words')).toBeNull();
  screen.getByRole('button', { name: 'Late ones', pressed: true });
  fireEvent.click(screen.getByRole('button', { name: 'From KES 1,000 Remove' }));
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(window.location.search).toBe('?q=ada&from=2026-11-02');
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(chips()).toEqual([]);
  expect(screen.getByLabelText('Words')).toHaveProperty('value', 'ada');
  fireEvent.click(screen.getByRole('button', { name: 'Oct 2026' }));
  expect(window.location.search).toBe('?q=ada&from=2026-10-01&to=2026-10-31');
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'gone' } });
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(chips()).toEqual(['“ada”', 'Gone', 'From day 1 Oct 2026', 'To day 31 Oct 2026']);
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(window.location.search).toBe('');
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
