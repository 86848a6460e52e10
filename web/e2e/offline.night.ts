import { expect, test } from 'vitest';
import {
  connectionReturns,
  dropIndex,
  isCached,
  cachedUrls,
  cachedTexts,
  openOfflineShop,
  workerServes,
} from './offline-visitor.ts';
import { phone } from './journey.ts';
import { placeOrder } from './shop-states.ts';

test('offline, visited pages open with the age of their prices, and the cart is there', async () => {
  const { page } = await openOfflineShop();
  await page.goto('/');
  await workerServes(page);
  await page.goto('/category/pqwt');
  await isCached(page, '/api/products/category');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByText('Added to cart').waitFor();
  await page.goto('/product/pqwt-tc300');
  await isCached(page, 'pqwt-tc300');
  await isCached(page, '?limit=8');

  await page.context().setOffline(true);
  for (const [path, heading] of [
    ['/product/pqwt-tc300', 'PQWT-TC300'],
    ['/category/pqwt', 'Water Detection'],
    ['/', ''],
  ] as const) {
    await page.goto(path);
    if (heading) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByText(/Prices? and stock as of .+ We could not refresh this\./).waitFor();
  }
  await page.getByRole('button', { name: /^Cart/ }).click();
  await page.getByText('Proceed to Checkout').waitFor();
  // Pages that are the same for everybody are on the device without having been opened.
  await page.goto('/returns');
  await page.getByRole('heading', { level: 1, name: 'Returns & Refunds' }).waitFor();
});

test('a page that is not stored says so offline, and opens automatically when the connection returns', async () => {
  // Nothing stores the index again as soon as it is deleted.
  const { page } = await openOfflineShop([], phone, { isUnhurried: true });
  await page.goto('/');
  await workerServes(page);
  await page.context().setOffline(true);
  await dropIndex(page);
  await page.goto('/product/emlid-reach-rs3');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByRole('link', { name: 'Back to the shop' }).waitFor();
  await page.getByRole('button', { name: 'Cart' }).waitFor();
  await connectionReturns(page);
  await page.getByRole('heading', { level: 1, name: 'Reach RS3' }).waitFor();
  await page.context().setOffline(true);
  await dropIndex(page);
  await page.goto('/category/solar');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  // Some devices say nothing: then the page tries from time to time.
  await page.context().setOffline(false);
  await page.locator('article').first().waitFor();
});

test('no personal data is cached, and Forget This Browser deletes what was viewed', async () => {
  const { page } = await openOfflineShop();
  await placeOrder(page);
  await page.goto('/product/pqwt-tc300');
  await workerServes(page);
  await isCached(page, 'pqwt-tc300');
  await page.goto('/category/pqwt');
  await isCached(page, '/api/products/category');
  await page.goto('/checkout');
  await page.goto('/orders');
  const forget = page.getByRole('button', { name: 'Forget This Browser' });
  await forget.waitFor();

  const cached = await cachedUrls(page);
  const queries = cached.filter((address) => address.includes('/api/'));
  expect(queries.length).toBeGreaterThan(1);
  expect(
    queries.filter(
      (address) =>
        !/\["\/api\/(products|product-index|facets|delivery\/counties|shop-details|shop-texts|orders"\])/.test(
          address,
        ),
    ),
  ).toEqual([]);
  // Orders are stored separately, by the page.
  expect(await cachedTexts(page, 'workbox')).not.toMatch(/supabase/i);
  expect(await cachedTexts(page, 'answers')).not.toContain('ada@example.com');

  await forget.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByText('This browser is forgotten').waitFor();
  await expect
    .poll(async () => (await cachedUrls(page)).filter((address) => address.includes('"pqwt-tc300"')))
    .toEqual([]);
});
