import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { shopFacts } from '@contract/shop-facts.ts';
import { answerApi, markSignedIn } from '../testing/render-in-shop.tsx';
import { createQueryClient } from './query-client.ts';
import { ShopRoutes } from './routes.tsx';

afterEach(() => void vi.useRealTimers());

const openPage = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <ShopRoutes />
      </MemoryRouter>
    </QueryClientProvider>,
  );

describe('header and footer', () => {
  const pages = [
    '/',
    '/category/solar',
    '/category',
    '/orders',
    '/order-confirmation/1',
    '/login',
    '/register',
    '/payment/success',
    '/payment/failed',
    '/payment/try-later',
    '/payment/error',
    '/account',
    '/shipping-info',
    '/returns',
    '/warranty',
    '/terms',
    '/privacy',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/undo-change',
    '/no-such-page',
  ];
  const calmPages = ['/checkout', '/admin', '/admin/orders'];
  const partsOfTheShop = [
    ['combobox', 'Search equipment...'],
    ['button', 'Cart'],
    ['button', 'Open menu'],
  ] as const;

  test.each([...pages, ...calmPages])('are on %s', (path) => {
    answerApi(503, '');
    openPage(path);
    const [banner] = screen.getAllByRole('banner');
    const header = within(banner as HTMLElement);
    expect(header.getByRole('link', { name: /home$/ }).getAttribute('href')).toBe('/');
    expect(header.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    for (const [role, name] of partsOfTheShop)
      expect(header.queryAllByRole(role, { name })).toHaveLength(path.startsWith('/admin') ? 0 : 1);
    if (path.startsWith('/admin')) return expect(screen.queryByRole('contentinfo')).toBeNull();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getAllByText(/^\+254/)).toHaveLength(2);
    expect(footer.getByText(/@/)).toBeTruthy();
    expect(footer.getByText(new RegExp(shopFacts.town))).toBeTruthy();
    expect(footer.getByText(new RegExp(`© ${shopFacts.copyrightYear}`))).toBeTruthy();
    const categories = screen.queryAllByRole('navigation', { name: 'Product categories' });
    expect(categories).toHaveLength(calmPages.includes(path) ? 0 : 1);
  });
});

test('an unknown URL shows a 404 page with a hint for developers, and a way back', async () => {
  answerApi(503, '');
  openPage('/no/such-page');
  await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' });
  screen.getByText(/Did you forget to add the page to the router\?/);
  screen.getByText('/no/such-page');
  expect(screen.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe('/');
});

describe('fetched data stays', () => {
  const halfAnHour = 30 * 60_000;

  test.each(['/', '/category/solar', '/orders'])(
    'on %s: no polling, no retry, and no refetch when the tab gets the focus again',
    async (path) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      markSignedIn();
      const { calls } = answerApi(503, '');
      openPage(path);
      await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1), { timeout: 10_000 });
      // Less than a second, after which a retry would be sent.
      await act(() => vi.advanceTimersByTimeAsync(500));
      const atFirst = calls.length;
      await act(() => vi.advanceTimersByTimeAsync(halfAnHour));
      for (const [target, event] of [
        [window, 'focus'],
        [document, 'visibilitychange'],
        [window, 'offline'],
        [window, 'online'],
      ] as const)
        target.dispatchEvent(new Event(event, { bubbles: true }));
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(calls.slice(atFirst)).toEqual([]);
    },
  );

  test('returning to a category after half an hour shows it without a new request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const requested: string[] = [];
    vi.stubGlobal('fetch', (path: string) => {
      requested.push(path);
      return Promise.resolve(
        path.startsWith('/api/auth') ? new Response('', { status: 401 }) : Response.json([]),
      );
    });
    const queryClient = createQueryClient();
    const open = () =>
      render(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={['/category/solar']}>
            <ShopRoutes />
          </MemoryRouter>
        </QueryClientProvider>,
      );
    open();
    await screen.findByText('No products found');
    cleanup();
    await vi.advanceTimersByTimeAsync(halfAnHour);
    open();
    await screen.findByText('No products found');
    await vi.advanceTimersByTimeAsync(1000);
    expect(requested.filter((path) => path.startsWith('/api/products'))).toEqual([
      '/api/products/category/solar?limit=48&count=no',
    ]);
  });
});
