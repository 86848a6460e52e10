import type { Product, ProductPage as ProductPageData } from '@contract/products.ts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { cartStore } from '#storefront/features/cart/cart-store.ts';
import { ProductPage } from './product-page.tsx';

/** The reply for the page of a product. */
const pageOf =
  (product: Product, over: Partial<ProductPageData> = {}) =>
  (address: string) =>
    address.includes('/page')
      ? ({
          product,
          replacedBy: null,
          pictures: [],
          sheet: [],
          fits: [],
          family: [],
          related: [],
          ...over,
        } satisfies ProductPageData)
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
  const contact = (await screen.findByText(/^Ask us when it comes/)).closest('p')?.querySelector('a');
  expect(contact?.getAttribute('href')).toMatch(/^tel:/);
  expect(screen.getByRole('button', { name: 'Out of Stock' })).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText('Quantity')).toBeNull();
});

test('a product that is not sold any more leads to what replaced it, else to its category', async () => {
  const withdrawn = listedProduct({ isActive: false, category: 'pqwt' });
  answerDatabase(pageOf(withdrawn, { replacedBy: listedProduct({ slug: 'ls-2', name: 'Terrameter LS 2' }) }));
  openProduct();
  const link = await screen.findByRole('link', { name: 'Replaced by Terrameter LS 2' });
  expect(link.getAttribute('href')).toBe('/product/ls-2');
  cleanup();
  answerDatabase(pageOf(withdrawn));
  openProduct();
  await screen.findByText('We do not sell this product any more');
  expect(screen.queryByRole('link', { name: /^Replaced by/ })).toBeNull();
});

test('a sold-out product says when more are expected, with the contact', async () => {
  answerDatabase(pageOf(listedProduct({ stock: 0, moreOn: '2026-12-12' })));
  openProduct();
  await screen.findByText(/^More on 12 Dec 2026. Ask us/);
  expect(screen.getByRole('button', { name: 'Out of Stock' })).toHaveProperty('disabled', true);
});

test('a page left open offers the piece when its hold has ended, and asks once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const reservedUntil = new Date(Date.now() + 20 * 60_000).toISOString();
  let asked = 0;
  answerDatabase((address) => {
    if (address.includes('/page')) asked += 1;
    const isHeld = Date.now() < Date.parse(reservedUntil);
    return pageOf(listedProduct(isHeld ? { stock: 0, reservedUntil } : { stock: 1 }))(address);
  });
  openProduct();
  await screen.findByRole('button', { name: /^Reserved until/ });
  screen.getByText(/^Somebody is paying for the last piece/);
  await act(() => vi.advanceTimersByTimeAsync(19 * 60_000));
  screen.getByRole('button', { name: /^Reserved until/ });
  expect(asked).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
  expect(await screen.findByRole('button', { name: 'Add to Cart' })).toHaveProperty('disabled', false);
  expect(screen.queryByText(/^Somebody is paying/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
  expect(asked).toBe(2);
});

test('a price for a separately sold part can be requested in one step', async () => {
  const line = { key: 'sold_separately', label: 'Sold separately', value: 'Cables and electrodes' };
  const cable = listedProduct({ id: 'p2', slug: 'lund-set', name: 'LUND imaging cable set' });
  answerDatabase(
    pageOf(listedProduct(), {
      sheet: [{ name: 'Scope', lines: [{ ...line, note: null, workedOutFrom: null }] }],
      fits: [{ heading: 'Made for it', products: [cable] }],
    }),
  );
  openProduct();
  // On a desk and on a phone.
  for (const link of await screen.findAllByRole('link', { name: 'Data sheet as PDF' }))
    expect(link.getAttribute('href')).toBe('/api/data-sheets/terrameter');
  const needs = within(await screen.findByRole('region', { name: 'What it needs and what fits it' }));
  const address = needs.getByRole('link', { name: 'Ask us for a price' }).getAttribute('href');
  expect(decodeURIComponent(address ?? '')).toMatch(
    /^mailto:[^?]+\?subject=Cables and electrodes, for Terrameter$/,
  );
  needs.getByRole('heading', { level: 3, name: 'Made for it' });
  needs.getByRole('link', { name: /LUND imaging cable set/ });
});

test('what fits is added under its reason; the page keeps its own button, and what is sold out has none', async () => {
  const [cable, drum] = ['LUND imaging cable set', 'Cable drum'].map((name, stock) =>
    listedProduct({ id: name, slug: name, name, stock: 1 - stock }),
  ) as [Product, Product];
  const fits = [{ heading: 'Made for it', products: [cable, drum] }];
  answerDatabase(pageOf(listedProduct(), { fits }));
  const user = openProduct();
  const region = within(await screen.findByRole('region', { name: 'What it needs and what fits it' }));
  expect(region.getAllByRole('button')).toHaveLength(1);
  screen.getByRole('button', { name: /^Add to Cart/ });
  await user.click(region.getByRole('button', { name: 'Add LUND imaging cable set to the Cart' }));
  await findToast('Added to cart', 'LUND imaging cable set has been added to your cart.');
  expect(cartStore.items.map(({ product, quantity }) => [product.name, quantity])).toEqual([[cable.name, 1]]);
});

test('a quotation takes the quantity that is chosen; prices include VAT, which is said once', async () => {
  answerDatabase(pageOf(listedProduct()));
  const user = openProduct();
  const pieces = await screen.findByRole('textbox', { name: 'Quantity' });
  await user.clear(pieces);
  await user.type(pieces, '3');
  const links = screen.getAllByRole('link', { name: 'Get a quotation' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/quotation?product=p1&quantity=3']);
  expect(screen.getAllByText(/Prices include VAT/)).toHaveLength(1);
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

test('the series is one table in which the product itself is marked and no link', async () => {
  const product = listedProduct();
  const family = [
    { ...product, slug: 'small', model: 'TR 10', price: 15_000, stock: 0 },
    { ...product, model: 'TR 20' },
  ];
  answerDatabase(pageOf(product, { family }));
  openProduct();
  const [small, own] = within(await screen.findByRole('table', { name: 'The series' })).getAllByRole('row');
  expect(small?.querySelector('a')?.getAttribute('href')).toBe('/product/small');
  expect(small?.textContent).toContain('None in stock');
  expect([own?.getAttribute('aria-current'), own?.querySelector('a')]).toEqual(['true', null]);
});

test('the data sheet comes before what fits, with headings from eight rows on', async () => {
  const linesOf = (count: number) => [
    {
      name: 'Electrical',
      lines: Array.from({ length: count }, (_, at) => ({
        key: null,
        label: `Line ${at}`,
        value: '1',
        note: null,
        workedOutFrom: null,
      })),
    },
  ];
  const fits = [{ heading: 'Made for it', products: [listedProduct({ id: 'c', slug: 'c', name: 'Cable' })] }];
  const product = listedProduct({ weightGrams: 1000 });
  answerDatabase(pageOf(product, { sheet: linesOf(6), fits }));
  openProduct();
  const short = await screen.findByRole('table', { name: 'Data sheet' });
  expect(within(short).queryByText('Electrical')).toBeNull();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(['Data sheet', 'What it needs and what fits it']);
  cleanup();
  answerDatabase(pageOf(product, { sheet: linesOf(7) }));
  openProduct();
  const long = within(await screen.findByRole('table', { name: 'Data sheet' }));
  expect(['Electrical', 'Transport'].map((name) => long.getByText(name).tagName)).toEqual(['TH', 'TH']);
});
