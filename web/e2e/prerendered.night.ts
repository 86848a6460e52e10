import { expect, test } from 'vitest';
import { desktop, openShop, phone } from './journey.ts';

/** Chromium's message when scripts are disabled. */
const noScripts = /\/assets\/.*\.js failed: csp/;

const pages = [
  ['/', 'Power the site before the grid arrives'],
  ['/category/solar', 'Solar Systems'],
  ['/shipping-info', 'Shipping Information'],
  ['/returns', 'Returns & Refunds'],
  ['/warranty', 'Warranty'],
  ['/terms', 'Terms of Sale'],
  ['/privacy', 'Privacy'],
] as const;

test('every page can be read before any script has loaded', async () => {
  const { page } = await openShop({ expected: [noScripts], context: { javaScriptEnabled: false } });
  for (const [path, heading] of pages) {
    await page.goto(path);
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      const title = page.getByRole('heading', { level: 1, name: heading });
      expect(await title.isVisible(), path).toBe(true);
      // Styled from the start, so nothing moves when the app hydrates.
      const font = await title.evaluate((element) => getComputedStyle(element).fontFamily);
      expect(font, path).toContain('Barlow');
      expect(await page.title(), path).not.toBe('');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(viewport.width);
    }
  }
});

test('every page hydrates without re-rendering', async () => {
  const { page } = await openShop();
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1')?.setAttribute('data-first-drawn', '');
    });
  });
  for (const [path, heading] of pages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.locator('h1[data-first-drawn]').count(), path).toBe(1);
    expect(await page.locator('title').count(), path).toBe(1);
  }
});

test('a URL without its own file starts with the empty app, not with the home page', async () => {
  const { page } = await openShop();
  const answer = await page.goto('/find-order');
  expect(await answer?.text()).toContain('<div id="root"></div>');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
