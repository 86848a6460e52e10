import type { Page } from 'playwright-core';
import { signedInFlag } from '../../supabase/functions/_shared/contract/current-user.ts';
import { expect, test } from 'vitest';
import { registered } from './account-holder.ts';
import { desktop, openShop, phone } from './journey.ts';
import { fillCart, holdRequests, productsOnSale, signIn, withCart } from './shop-states.ts';

/** The limit of the cumulative layout shift while a page loads. */
const maxShift = 0.02;

/** The phone is narrow, and so tall that it shows the footer of a short page. */
const viewports = [{ ...phone, height: 915 }, desktop];

/** Starts measuring. Must be called before the page is opened. */
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

/** Waits two frames, until the last change is painted and measured. */
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
])('$path does not shift when its font loads late, and its code later still', async ({ path, last }) => {
  for (const viewport of viewports) {
    const { page } = await openShop({ viewport });
    await watchShifts(page);
    await withCart(page);
    const sendFont = await holdRequests(page, '/assets/*.woff2');
    const sendCode = await holdRequests(page, `/assets/${last}-*.js`);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shiftsOf(page);
    sendFont();
    await page.evaluate(() => document.fonts.load('600 16px "Barlow Condensed"'));
    await shiftsOf(page);
    sendCode();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page)).toBeLessThanOrEqual(maxShift);
  }
});

test('the checkout does not shift when its code loads late, and later still the session turns out to have ended', async () => {
  const { page, site } = await openShop({ viewport: phone, expected: [/status of 401.*\/api\/auth\/me/] });
  await page.context().addCookies([{ name: signedInFlag, value: '1', url: site }]);
  await watchShifts(page);
  // Of which the page says, later still, that they do not fit.
  const parts = (await productsOnSale(page)).filter(
    ({ slug }) => slug === 'goodwe-gw10k-et' || slug === 'ritar-dc12-200-pair',
  );
  await fillCart(
    page,
    parts.map((part) => [part, 1]),
  );
  const sendCode = await holdRequests(page, '/assets/checkout-page-*.js');
  const sendCurrentUser = await holdRequests(page, '/api/auth/me');
  await page.goto('/checkout', { waitUntil: 'commit' });
  await page.getByLabel('First Name').waitFor();
  sendCode();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  sendCurrentUser();
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  await page.getByText('Does not fit', { exact: true }).waitFor();
  expect(await shiftsOf(page)).toBeLessThanOrEqual(maxShift);
});

test.each(['/orders', '/checkout'])('%s does not shift when the signed-in user is loaded', async (path) => {
  for (const viewport of viewports) {
    const { page } = await openShop({ viewport });
    await signIn(page, 'customer');
    await withCart(page);
    await watchShifts(page);
    const sendCurrentUser = await holdRequests(page, '/api/auth/me');
    await page.goto(path);
    const forVisitors = page.locator('main').getByRole('link', { name: 'Sign in', exact: true });
    await forVisitors.waitFor();
    await shiftsOf(page);
    sendCurrentUser();
    await forVisitors.waitFor({ state: 'hidden' });
    await page
      .locator('main')
      .getByText(/of your account\. Is one|Filled in from your account/)
      .waitFor();
    expect(await shiftsOf(page)).toBeLessThanOrEqual(maxShift);
  }
});

test('what is below the devices does not move when they are loaded', async () => {
  const shop = await openShop({ viewport: phone });
  const { page } = shop;
  await registered(shop);
  const release = await holdRequests(page, '/api/auth/sessions');
  await page.goto('/account');
  const erase = page.getByRole('button', { name: 'Erase My Account' });
  await page.getByText('Loading your devices').waitFor({ state: 'attached' });
  const before = await erase.evaluate((button) => button.getBoundingClientRect().top + scrollY);
  release();
  await page.getByText('You are signed in nowhere else.').waitFor();
  const after = await erase.evaluate((button) => button.getBoundingClientRect().top + scrollY);
  expect(Math.abs(after - before)).toBeLessThan(1);
});
