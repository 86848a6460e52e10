import { act, renderHook } from '@testing-library/react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { withBrand } from '../filter/filter-parts.ts';
import { useListAddress } from './use-list-address.ts';

const scope = { category: 'batteries' };

function openList(address: string) {
  window.history.replaceState(null, '', address);
  const { result } = renderHook(() => useListAddress(scope), {
    wrapper: ({ children }) => (
      <BrowserRouter>
        <Routes>
          <Route path="/category/batteries/*" element={children} />
        </Routes>
      </BrowserRouter>
    ),
  });
  return result;
}

test('changes made before the next render add up: a brand, another, a sort and a view', () => {
  const drawn = openList('/category/batteries?inStock=yes').current;
  act(() => {
    drawn.changeFilter((now) => withBrand(now, 'Deye', true));
    drawn.changeFilter((now) => withBrand(now, 'Ritar', true));
    drawn.setSort('price_per_kwh');
    drawn.setView('list');
  });
  const { pathname, search } = window.location;
  expect(pathname).toBe('/category/batteries');
  expect(search).toBe('?brand=Deye&brand=Ritar&inStock=yes&sort=price_per_kwh&view=list');
});

test('another view stays on its page, another sort begins at the first', () => {
  const list = openList('/category/batteries/after/48/abc?brand=Ritar');
  act(() => list.current.setView('list'));
  expect(window.location.pathname).toBe('/category/batteries/after/48/abc');
  expect(window.location.search).toBe('?brand=Ritar&view=list');
  act(() => list.current.setSort('price_per_kwh'));
  expect(window.location.pathname).toBe('/category/batteries');
});

test('a change made while another page is opening applies to the list that is shown', () => {
  const drawn = openList('/category/batteries?brand=Ritar').current;
  act(() => {
    window.history.pushState(null, '', '/search?q=gps&brand=Garmin');
    drawn.setSort('price_per_kwh');
  });
  expect(window.location.pathname + window.location.search).toBe(
    '/category/batteries?brand=Ritar&sort=price_per_kwh',
  );
});
