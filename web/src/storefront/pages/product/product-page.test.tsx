import type { Product, ProductPage as ProductPageData } from '@contract/products.ts';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { ProductPage } from './product-page.tsx';

/** The reply for the page of a product. */
const pageOf =
  (product: Product, over: Partial<ProductPageData> = {}) =>
  (address: string) =>
    address.includes('/page')
      ? ({ product, pictures: [], sheet: [], fits: [], related: [], ...over } satisfies ProductPageData)
      : new Promise(() => {});

const openProduct = () =>
  renderInShop(
    <Routes>
      <Route path="/product/:product" element={<ProductPage />} />
    </Routes>,
    '/product/terrameter',
  );

test('a sold-out product says so once, with the contact', async () => {
  answerDatabase(pageOf(listedProduct({ stock: 0 })));
  openProduct();
  const contact = (await screen.findByText(/^Ask us when it comes/)).querySelector('a');
  expect(contact?.getAttribute('href')).toMatch(/^tel:/);
  expect(screen.getByRole('button', { name: 'Out of Stock' })).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText('Quantity')).toBeNull();
});

test('a price for a separately sold part can be requested in one step', async () => {
  const line = { key: 'sold_separately', label: 'Sold separately', value: 'Cables and electrodes' };
  const cable = listedProduct({ id: 'p2', slug: 'lund-set', name: 'LUND imaging cable set' });
  answerDatabase(
    pageOf(listedProduct(), {
      sheet: [{ name: 'Scope', lines: [{ ...line, note: null, workedOutFrom: null }] }],
      fits: [{ product: cable, reason: 'Made for SAS 1000', isNeeded: true }],
    }),
  );
  openProduct();
  const needs = within(await screen.findByRole('region', { name: 'What it needs and what fits it' }));
  const address = needs.getByRole('link', { name: 'Ask us for a price' }).getAttribute('href');
  expect(decodeURIComponent(address ?? '')).toMatch(
    /^mailto:[^?]+\?subject=Cables and electrodes, for Terrameter$/,
  );
  const sold = within(needs.getByRole('list', { name: 'Sold separately' }));
  sold.getByRole('link', { name: /LUND imaging cable set.*Made for SAS 1000/ });
});

test('without a connection the page says so and can be retried', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const user = openProduct();
  await screen.findByText('This product could not be loaded');
  answerDatabase(pageOf(listedProduct()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: 'Terrameter' });
});

test('the product has structured data and a link preview', async () => {
  answerDatabase(pageOf(listedProduct()));
  openProduct();
  await screen.findByRole('heading', { level: 1, name: 'Terrameter' });
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  const things = JSON.parse(text) as { '@type': string; offers?: object }[];
  expect(things.map((thing) => thing['@type'])).toEqual(['Product', 'BreadcrumbList']);
  expect(things[0]?.offers).toMatchObject({ price: 15_000, priceCurrency: 'KES' });
  const title = document.querySelector('meta[property="og:title"]');
  expect(title?.getAttribute('content')).toBe('Terrameter');
});
