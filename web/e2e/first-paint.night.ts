import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { holdRequests, withCart } from './shop-states.ts';

test.each([
  { path: '/' },
  { path: '/category/batteries' },
  { path: '/product/pqwt-tc300' },
  { path: '/search?q=victron' },
  { path: '/checkout' },
  { path: '/login' },
])('the largest element of $path is on screen before any script has loaded', async ({ path }) => {
  const { page } = await openShop({ viewport: phone });
  await withCart(page);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as (PerformanceEntry & { element?: Element })[])
        Object.assign(window, { largest: element?.textContent ?? '' });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const largest = () => page.evaluate(() => (window as { largest?: string }).largest ?? '');
  const release = await holdRequests(page, '/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(largest).not.toBe('');
  const first = await largest();
  release();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(await largest()).toBe(first);
});
