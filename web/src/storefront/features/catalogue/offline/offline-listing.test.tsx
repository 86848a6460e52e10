import type { productIndex } from '@contract/product-index.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OfflineListing } from './offline-listing.tsx';

const products = ['DELTA 2', 'DELTA Pro'].map((name) => ({
  slug: name,
  name,
  category: 'solar',
  brand: 'EcoFlow',
  model: 'X',
  price: 95_000,
  keyValues: ['1 kWh'],
  keywords: '',
}));

/** A `CacheStorage` stub with this one response. */
function keep(answer: object) {
  const match = () => Promise.resolve(Response.json(answer));
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) });
}

test('shows stored products with the age of the prices, without stock', async () => {
  keep({ data: { products, isWhole: false } satisfies typeof productIndex.reply, at: Date.now() });
  renderInShop(
    <OfflineListing
      filter={{ category: 'solar', inStock: true }}
      sort="rating"
      onSort={() => {}}
      query={{ error: new Error(), isFetching: false, refetch: () => {} }}
    />,
  );
  await screen.findByText('2 products');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^DELTA 2.*KES\s95,000$/),
    expect.stringMatching(/^DELTA Pro/),
  ]);
  expect((screen.getByLabelText('Sort by') as HTMLSelectElement).value).toBe('price');
  screen.getByText(
    /Filters by stock and figures wait until then\. The device has 2 of the shop’s products\./,
  );
  screen.getByText(/^Prices as of/);
});
