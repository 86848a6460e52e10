import type { Page } from 'playwright-core';
import { signInMark } from '../../supabase/functions/_shared/contract/current-user.ts';
import { expect, test } from 'vitest';
import { desktop, openShop, phone } from './journey.ts';
import { holdBack, signIn, withCart } from './shop-states.ts';

/** The most of a page that may move while it comes: cumulative layout shift as browsers measure it. */
const most = 0.02;

/** A long phone shows the foot of a short page. */
const viewports = [phone, { width: 412, height: 915 }, desktop];

/** Measures from the first moment of the page on. To be called before it is opened. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as { shifts: number };
    watched.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) watched.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** After two more frames: what has just changed is painted and measured then. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (window as unknown as { shifts: number }).shifts;
  });

test.each([
  { path: '/login', last: 'forms' },
  { path: '/register', last: 'forms' },
  { path: '/orders', last: 'orders-page' },
  { path: '/checkout', last: 'checkout-page' },
  { path: '/product/pqwt-tc300', last: 'product-page' },
])('$path stays where it is when its font comes late, and later still its code', async ({ path, last }) => {
  for (const viewport of viewports) {
    const { page } = await openShop({ viewport });
    await watchShifts(page);
    await withCart(page);
    const sendFont = await holdBack(page, '/assets/*.woff2');
    const sendCode = await holdBack(page, `/assets/${last}-*.js`);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shiftsOf(page);
    sendFont();
    await page.evaluate(() => document.fonts.load('600 16px "Barlow Condensed"'));
    await shiftsOf(page);
    sendCode();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page)).toBeLessThanOrEqual(most);
  }
});

test('the checkout stays where it is when its code comes late, and later still that a sign-in has ended', async () => {
  const { page, site } = await openShop({ viewport: phone, expected: [/status of 401.*\/api\/auth\/me/] });
  await page.context().addCookies([{ name: signInMark, value: '1', url: site }]);
  await watchShifts(page);
  await withCart(page);
  const sendCode = await holdBack(page, '/assets/checkout-page-*.js');
  const sayWhoIsHere = await holdBack(page, '/api/auth/me');
  await page.goto('/checkout', { waitUntil: 'commit' });
  await page.getByLabel('First Name').waitFor();
  sendCode();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  sayWhoIsHere();
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  expect(await shiftsOf(page)).toBeLessThanOrEqual(most);
});

test.each(['/orders', '/checkout'])(
  '%s stays where it is when it is known who is signed in',
  async (path) => {
    for (const viewport of viewports) {
      const { page } = await openShop({ viewport });
      await signIn(page, 'customer');
      await withCart(page);
      await watchShifts(page);
      const sayWhoIsHere = await holdBack(page, '/api/auth/me');
      await page.goto(path);
      const forVisitors = page.locator('main').getByRole('link', { name: 'Sign in', exact: true });
      await forVisitors.waitFor();
      await shiftsOf(page);
      sayWhoIsHere();
      await forVisitors.waitFor({ state: 'hidden' });
      await page
        .locator('main')
        .getByText(/of your account\. Is one|What your account knows/)
        .waitFor();
      expect(await shiftsOf(page)).toBeLessThanOrEqual(most);
    }
  },
);
