import { addDays } from '@contract/calendar-days.ts';
import { formatWeekday, nairobiDay } from '@contract/nairobi-time.ts';
import { defaultShopDetails, type ShopDetails } from '@contract/shop-details.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerApi, markSignedIn } from '#testing/render-in-shop.tsx';
import { shopDetailsQuery } from '#lib/api/shop-details.ts';
import { cartStore } from '#storefront/features/cart/cart-store.ts';
import { ShopLayout } from './shop-layout.tsx';

// React and the boundary log the error, which is intended here.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => (cartStore.items = []));

/** @param name what React cannot show, if the menu is to fail */
function show(name: unknown = 'Akinyi', details: Partial<ShopDetails> = {}) {
  markSignedIn();
  answerApi(200, { user: { id: 'u1', name, email: 'a@example.com', role: 'customer' } });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(shopDetailsQuery.queryKey, { ...defaultShopDetails, ...details });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Routes>
          <Route element={<ShopLayout />}>
            <Route index element={<h1>A page</h1>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a fault of the user menu leaves the page, the header and a link to the account', async () => {
  show({ first: 'Akinyi' });
  const link = await screen.findByRole('link', { name: 'My Account' });
  expect(link.getAttribute('href')).toBe('/account');
  screen.getByRole('heading', { name: 'A page' });
  screen.getByRole('button', { name: 'Open menu' });
});

test('a fault of the header leaves the page, the footer and a way home', async () => {
  // Its cart button counts the items.
  cartStore.items = null as never;
  show();
  await screen.findByRole('heading', { name: 'A page' });
  expect(screen.getByRole('banner').querySelector('a')?.getAttribute('href')).toBe('/');
  screen.getByRole('contentinfo');
});

test('every page says from when and until when the shop is closed, and no longer once it is open again', async () => {
  const [closes, reopens] = [addDays(nairobiDay(), 3), addDays(nairobiDay(), 9)];
  const notice = () => screen.queryByRole('complementary', { name: 'Announcement' })?.textContent;
  show('Akinyi', { announcement: 'Happy holidays.', closes, reopens });
  expect(notice()).toBe(
    `Happy holidays. We are closed from ${formatWeekday(closes)} and open again on ${formatWeekday(reopens)}.`,
  );
  cleanup();
  show('Akinyi', { closes: addDays(nairobiDay(), -3), reopens: nairobiDay() });
  await screen.findByRole('heading', { name: 'A page' });
  expect(notice()).toBeUndefined();
});
