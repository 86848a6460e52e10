import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from './journey.ts';

let ofLastTest: BrowserContext;

test('a test leaves storage, cookies, a response that is mocked and a lost connection behind', async () => {
  const { page, site } = await openShop();
  ofLastTest = page.context();
  await page.goto('/terms');
  await page.evaluate(async () => {
    localStorage.setItem('left-behind', 'yes');
    sessionStorage.setItem('left-behind', 'yes');
    await (await caches.open('left-behind')).put('/left-behind', new Response('yes'));
  });
  await ofLastTest.addCookies([{ name: 'left-behind', value: 'yes', url: site }]);
  await ofLastTest.route('**/privacy', (route) => route.abort());
  await ofLastTest.setOffline(true);
});

test('the next one has the same context without any of them, and loads every file again', async () => {
  const { page } = await openShop();
  const context = page.context();
  expect(context).toBe(ofLastTest);
  expect(context.pages()).toHaveLength(2);
  expect(await context.cookies()).toEqual([]);
  await page.goto('/privacy');
  const left = await page.evaluate(async () => ({
    stored: [{ ...localStorage }, { ...sessionStorage }].filter((storage) => 'left-behind' in storage),
    caches: (await caches.keys()).filter((name) => name === 'left-behind'),
    cachedFiles: performance
      .getEntriesByType('resource')
      .filter(
        (entry) => entry.name.includes('/assets/') && !(entry as PerformanceResourceTiming).transferSize,
      )
      .map(({ name }) => name),
  }));
  expect(left).toEqual({ stored: [], caches: [], cachedFiles: [] });
  await page.clock.setFixedTime('2030-01-01T09:00:00Z');
});

test('a context with a stopped clock is not used again', async () => {
  const { page } = await openShop();
  expect(page.context()).not.toBe(ofLastTest);
  await page.goto('/terms');
  expect(await page.evaluate(() => new Date().getFullYear())).toBe(new Date().getFullYear());
});
