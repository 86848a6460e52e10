import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deferredPromise } from '../src/testing/deferred-promise.ts';
import { openShop, phone } from './journey.ts';

/** Opens a page whose scripts do not arrive until they are released. */
async function openWithoutScripts(page: Page, path: string) {
  const scripts = deferredPromise<void>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    scripts.release();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  };
}

test('Add to Cart that is pressed before the scripts run is shown as received, and carried out once', async () => {
  const { page } = await openShop({ viewport: phone });
  const releaseScripts = await openWithoutScripts(page, '/product/pqwt-tc300');
  const button = page.getByRole('button', { name: 'Add to Cart' });
  await button.click();
  await button.click();
  expect(await button.getAttribute('aria-busy')).toBe('true');
  await releaseScripts();
  await page.getByText('PQWT-TC300 water detector, 300 m has been added to your cart.').waitFor();
  await page.getByText('1 in your cart').waitFor();
  expect(await button.getAttribute('aria-busy')).toBeNull();
  await page.getByRole('button', { name: /^Cart, 1/ }).waitFor();
});

test('Add to Cart that is pressed before the scripts run says why nothing was added', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.route(/\/api\/products\/pqwt-tc300/, async (route) => {
    const reply = await route.fetch();
    const sheet = (await reply.json()) as { product: { stock: number } };
    await route.fulfill({ response: reply, json: { ...sheet, product: { ...sheet.product, stock: 0 } } });
  });
  const releaseScripts = await openWithoutScripts(page, '/product/pqwt-tc300');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await releaseScripts();
  await page.getByText('This item is out of stock.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('cart-storage') ?? '')).not.toContain('pqwt-tc300');
});
