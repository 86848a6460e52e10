import { fireEvent, screen, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { hydrateQueries } from '#app/prerendered-queries.ts';
import { createQueryClient } from '#app/query-client.ts';
import { ShopRoutes } from '#app/routes.tsx';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { pageQueries } from '../../../../prerender/page-queries.ts';
import { listedProduct } from '#testing/terrameter.ts';

/** The lists that were requested. */
let requested: string[];

beforeEach(() => void (requested = []));

/** Opens a category; only its lists of products are answered. */
function openCategory(path: string, reply: (address: string) => unknown = () => [listedProduct()]) {
  answerDatabase((address) => {
    if (!address.startsWith('/api/products/category/')) return new Promise(() => {});
    requested.push(address);
    return reply(address);
  });
  return renderInShop(<ShopRoutes />, path);
}

test.each([
  ['solar', 'Solar Systems', '85,000', 'complete kits'],
  ['batteries', 'Batteries', '95,000', 'deep-cycle storage'],
  ['instruments', 'Survey Instruments', '1,850,000', 'Resistivity meters'],
  ['invertors', 'Inverters', '125,000', 'three phase'],
  ['converters', 'DC Converters', '15,000', '12 and 24 volts'],
  ['pqwt', 'Water Detection', '385,000', 'groundwater'],
  ['gps', 'GPS Equipment', '85,000', 'RTK receivers'],
])('%s has its title, a sentence and the price it starts from', async (key, title, from, about) => {
  openCategory(`/category/${key}`);
  const heading = await screen.findByRole('heading', { level: 1, name: title });
  const words = heading.closest('header')?.textContent.replaceAll('\u00a0', ' ');
  expect(words).toMatch(new RegExp(`${about}.*from KES ${from}$`));
});

test.each(['drones', '__proto__', 'constructor'])(
  'the unknown key %s is headed Products / Browse our selection and has no products',
  async (key) => {
    openCategory(`/category/${key}`, () => []);
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    screen.getByText('Browse our selection');
    await screen.findByText("We don't have any products in this category yet.");
  },
);

test('a category without products says so', async () => {
  openCategory('/category/gps', () => []);
  await screen.findByRole('heading', { name: 'No products found' });
  screen.getByText("We don't have any products in this category yet.");
});

test('a URL without a category shows that it was not found', async () => {
  openCategory('/category');
  await screen.findByRole('heading', { level: 1, name: 'Category not found' });
});

test('while a category is loading, skeleton cards are shown', async () => {
  const reply = deferredPromise<unknown>();
  openCategory('/category/pqwt', () => reply.promise);
  const loading = (await screen.findByText('Loading products')).closest('[role=status]');
  expect(loading?.querySelectorAll('li')).toHaveLength(8);
  reply.release([listedProduct()]);
  await screen.findByRole('article');
});

test('a category that cannot be loaded shows Error Loading Products once, and can be retried', async () => {
  let isDown = true;
  const down = { code: 'service_unavailable', message: 'The shop is not reachable.' };
  const user = openCategory('/category/gps', () =>
    isDown ? Response.json(down, { status: 503 }) : [listedProduct()],
  );
  await screen.findByText('Error Loading Products');
  screen.getByText('Error loading products: The shop is not reachable.');
  expect(requested).toHaveLength(1);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('article');
});

test('products that came with the page stand below Error Loading Products while the shop is down', async () => {
  const queryClient = createQueryClient();
  const key = pageQueries('/category/gps')[0]!.queryKey;
  const data = { rows: [listedProduct()], cursor: null };
  hydrateQueries(queryClient, [{ key, data, at: Date.now() - 60_000 }]);
  answerDatabase(() => Response.json({ code: 'service_unavailable' }, { status: 503 }));
  renderInShop(
    <QueryClientProvider client={queryClient}>
      <ShopRoutes />
    </QueryClientProvider>,
    '/category/gps',
  );
  await screen.findByText('Error Loading Products');
  const button = within(screen.getByRole('article')).getByRole('button', { name: /^Add to Cart/ });
  expect(button).toHaveProperty('disabled', true);
});

test('a URL with a filter that does not exist links back to the category', async () => {
  const refusal = { code: 'invalid', message: 'Products cannot be filtered by this.' };
  openCategory('/category/batteries?spec.colour=1..2', () => Response.json(refusal, { status: 400 }));
  await screen.findByText('Products cannot be filtered by this.');
  const link = screen.getByRole('link', { name: 'Show all products' });
  expect(link.getAttribute('href')).toBe('/category/batteries');
});

test('a sold-out product cannot be added', async () => {
  openCategory('/category/batteries', () => [listedProduct({ stock: 0 })]);
  const button = within(await screen.findByRole('article')).getByRole('button', { name: /^Out of Stock/ });
  expect(button).toHaveProperty('disabled', true);
});

test('a sold-out product says when more are expected', async () => {
  openCategory('/category/batteries', () => [listedProduct({ stock: 0, moreOn: '2026-12-12' })]);
  within(await screen.findByRole('article')).getByText('More on 12 Dec 2026');
});

test.each([
  ['today', (now: Date) => now, /^Reserved until \d\d:\d\d\b/],
  [
    'later',
    (now: Date) => new Date(now.getTime() + 5 * 86_400_000),
    /^Reserved until \d+ \w{3} \d{4}, \d\d:\d\d\b/,
  ],
])(
  'a product of which somebody holds the last piece until %s says so, and cannot be added',
  async (_, end, label) => {
    const reservedUntil = end(new Date()).toISOString();
    openCategory('/category/batteries', () => [listedProduct({ stock: 0, reservedUntil })]);
    const button = within(await screen.findByRole('article')).getByRole('button', { name: label });
    expect(button).toHaveProperty('disabled', true);
  },
);

test('a picture that fails to load is replaced by the category in capitals', async () => {
  // happy-dom loads no pictures: this one is loading until it fails.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  openCategory('/category/gps', () => [listedProduct({ imageUrl: '/assets/no-such-picture.png' })]);
  fireEvent.error(await screen.findByRole('img', { name: 'Terrameter', hidden: true }));
  within(screen.getByRole('article')).getByText('GEO');
  expect(screen.queryByRole('img', { name: 'Terrameter', hidden: true })).toBeNull();
});
