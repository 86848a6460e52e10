import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { framesDrawn } from './wait-for-page.ts';

test('a newly opened page starts at its top, a reloaded one at its scroll position', async () => {
  const { page } = await openShop({ viewport: phone });
  const place = () => page.evaluate(() => window.scrollY);
  await page.goto('/warranty');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.waitForFunction(() => window.scrollY === 900);
  await page.reload();
  await page.waitForFunction(() => window.scrollY === 900);
  await page.goto('/returns');
  await page.getByRole('heading', { level: 1, name: /Returns/ }).waitFor();
  // Any scrolling would happen in the frames in which the page grows to its full height.
  await page.waitForFunction(() => document.documentElement.scrollHeight - window.innerHeight > 900);
  await framesDrawn(page);
  expect(await place()).toBe(0);
  await page.goBack();
  await page.waitForFunction(() => window.scrollY === 900);
});
