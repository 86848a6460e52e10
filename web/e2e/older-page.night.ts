import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buyer, fillInDetails, openCheckout, putIntoCart } from './buyer.ts';
import { openShop } from './journey.ts';

/** The code of pages that are not loaded yet is gone, as after a deployment, until `restore` is called. */
async function codeIsGone(page: Page) {
  let asked = 0;
  await page.route(/\/assets\/.*\.js$/, (route) => {
    asked += 1;
    return route.fulfill({ status: 404, contentType: 'text/html', body: 'Not Found' });
  });
  return { asked: () => asked, restore: () => page.unroute(/\/assets\/.*\.js$/) };
}

const expected = [/status of 404.*\/assets\//, /dynamically imported module/, /MIME type/];

test('a page that was open during a deployment reloads once, and typed values stay', async () => {
  const { page } = await openShop({ expected });
  await putIntoCart(page, 'batteries');
  await openCheckout(page);
  await fillInDetails(page);
  // With all parts that load later.
  await page.waitForLoadState('networkidle');
  const code = await codeIsGone(page);
  // The new release is available by the time the page is reloaded.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void code.restore();
  });
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await loadedAnew;
  expect(code.asked()).toBeGreaterThan(0);
  await page.waitForURL('**/privacy');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/checkout');
  for (const [label, value] of Object.entries(buyer))
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
});
