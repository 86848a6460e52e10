import { screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { SearchPage } from './search-page.tsx';

test('without scripts the page says that the search needs them', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SearchPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(page.querySelector('noscript')?.textContent).toMatch(/^The search needs scripts/);
});

/** The search page for this text, where nothing is found. */
function showNothingFor(text: string, reply: object = {}) {
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path.startsWith('/api/search')
        ? Response.json({ products: [], nearest: [], ...reply })
        : path.startsWith('/api/products')
          ? Response.json([])
          : new Response('{}', { status: 500 }),
    ),
  );
  renderInShop(<SearchPage />, `/search?q=${encodeURIComponent(text)}`);
}

test('a search for a page of the shop leads there, and calls nothing missing', async () => {
  showNothingFor('waranty claim');
  expect(await screen.findByRole('link', { name: 'Warranty' })).toBeTruthy();
  await screen.findByRole('heading', { name: 'Ask a person' });
  expect(screen.queryByText(/Nothing in the shop/)).toBeNull();
});

test('a search for what fits something says so when nothing does', async () => {
  showNothingFor('battery for goodwe gw10k', { fitsNothing: true });
  expect(await screen.findByText('Nothing in the shop fits that')).toBeTruthy();
  expect(screen.queryByText('Nothing in the shop matches that')).toBeNull();
});

test('any other search that finds nothing matches nothing', async () => {
  showNothingFor('washing machine');
  expect(await screen.findByText('Nothing in the shop matches that')).toBeTruthy();
});
