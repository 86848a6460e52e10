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

/** Opens a page, as `openWithoutScripts` does, but only this one: the next has its scripts. */
async function openSlowly(page: Page, path: string) {
  let isSlow = true;
  await page.route(/\.js(\?|$)/, (route) => (isSlow ? route.abort('aborted') : route.continue()));
  await page.goto(path, { waitUntil: 'commit' });
  return () => (isSlow = false);
}

const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

test('what is pressed before the scripts run is carried out on the next page, once, and can be undone', async () => {
  const { page } = await openShop({ viewport: phone });
  const end = await openSlowly(page, '/product/pqwt-tc300');
  const more = page.getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  expect(await page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('3');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('checkbox', { name: /^Compare/ }).click();
  end();
  await page.locator('main').getByRole('link', { name: 'Water Detection' }).first().click();
  await page.waitForURL('**/category/pqwt');
  await page.getByText('Added to cart').waitFor();
  await page.getByRole('button', { name: 'Cart, 3 items' }).waitFor();
  await page.getByText('1 to compare. Choose another one.').waitFor();
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Cart, 3 items' }).waitFor();
  await page.goto('/returns');
  await page.getByRole('button', { name: 'Cart, 3 items' }).waitFor();
});

test('Undo takes out what was pressed before the scripts ran, and nothing is added after the cart was paid', async () => {
  const { page } = await openShop({ viewport: phone });
  let end = await openSlowly(page, '/product/pqwt-tc300');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  end();
  await page.goto('/returns');
  await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Cart', exact: true }).waitFor();
  end = await openSlowly(page, '/product/pqwt-tc300');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  end();
  await page.goto('/payment/success');
  await hydrated(page);
  await page.goto('/returns');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => localStorage.getItem('cart-storage') ?? '')).not.toContain('pqwt-tc300');
});

test('a quantity, a sort and an opened cart are kept until the scripts run', async () => {
  const { page } = await openShop({ viewport: phone, context: { hasTouch: true, isMobile: true } });
  let releaseScripts = await openWithoutScripts(page, '/product/pqwt-tc300');
  const quantity = page.getByRole('textbox', { name: 'Quantity' });
  await quantity.fill('3');
  await page.getByRole('button', { name: 'Add to Cart' }).tap();
  await page.getByRole('button', { name: 'Cart', exact: true }).tap();
  await releaseScripts();
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
  const inCart = page.getByLabel(/^Pieces of PQWT-TC300/);
  await expect.poll(() => inCart.inputValue()).toBe('3');
  await inCart.tap();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close cart' }).tap();
  await page.getByRole('button', { name: 'Cart, 2 items' }).waitFor();
  await quantity.tap();
  await page.keyboard.type('4');
  expect(await quantity.inputValue()).toBe('4');
  await page.unroute(/\.js(\?|$)/);

  releaseScripts = await openWithoutScripts(page, '/category/solar');
  await page.getByLabel('Sort by').selectOption('rating');
  await releaseScripts();
  await page.waitForURL('**/category/solar?sort=rating');
  expect(await page.getByLabel('Sort by').inputValue()).toBe('rating');
});
