import { expect, test } from 'vitest';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { openCheckout } from './buyer.ts';
import { openShop, phone } from './journey.ts';
import { bytesOf, codeOf, countLoads } from './loads.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { bothWidths } from './widths.ts';

/**
 * What the first visit to a page may cost until somebody touches it: bytes transferred, compressed, without
 * photographs. React, its router and TanStack Query alone are 85 kB.
 */
const most = { script: 120_000, style: 12_000, font: 30_000, all: 200_000, requests: 25 };

/** The same of the dashboard's first screen, and of a shopper's whole way. */
const mostOfDashboard = { all: 250_000, requests: 20 };
const mostOfWalk = 350_000;

test.each([
  { title: 'home', path: '/' },
  { title: 'shelf', path: '/category/solar' },
  { title: 'product', path: '/product/pqwt-tc300' },
])('the first load of the $title page stays within its budget', async ({ path }) => {
  const { page } = await openShop({ viewport: phone });
  const endOfCount = await countLoads(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  const loads = await endOfCount();
  expect(bytesOf(loads, 'script')).toBeGreaterThan(50_000);
  expect(bytesOf(loads, 'script')).toBeLessThanOrEqual(most.script);
  expect(bytesOf(loads, 'stylesheet')).toBeGreaterThan(5000);
  expect(bytesOf(loads, 'stylesheet')).toBeLessThanOrEqual(most.style);
  expect(bytesOf(loads, 'font')).toBeLessThanOrEqual(most.font);
  expect(loads.files.filter(({ kind }) => kind === 'font')).toHaveLength(1);
  expect(bytesOf(loads)).toBeLessThanOrEqual(most.all);
  expect(loads.requests).toBeLessThanOrEqual(most.requests);

  // Forms bring these with them, and the dashboard its own: nobody else waits for them.
  const code = codeOf(loads);
  expect(code, 'yup').not.toContain('is a required field');
  expect(code, 'formik').not.toContain('Formik');
  expect(code, 'supabase').not.toMatch(/supabase/i);
  expect(code, 'links of the router').not.toContain('data-discover');
  // Nor does a shop that reports its errors to nobody have any code for that.
  expect(code, 'error reports').not.toContain('unhandledrejection');
});

test.each(bothWidths)(
  'the first screen of the dashboard stays within its budget on %s',
  async (_, viewport) => {
    await soldAt(db(), new Date().toISOString(), 12_500);
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    const endOfCount = await countLoads(page);
    await page.goto('/admin');
    await page.getByRole('img', { name: /^Bar chart of payments approved/ }).waitFor();
    await page.getByRole('img', { name: /orders by status/ }).waitFor();
    await page.waitForLoadState('networkidle');
    const loads = await endOfCount();
    expect(bytesOf(loads)).toBeGreaterThan(100_000);
    expect(bytesOf(loads)).toBeLessThanOrEqual(mostOfDashboard.all);
    // Chromium without a window does not ask for the icon of a page, and other browsers do.
    const icon = loads.files.some(({ url }) => url.endsWith('/favicon.svg')) ? 0 : 1;
    expect(loads.requests + icon).toBeLessThanOrEqual(mostOfDashboard.requests);

    // It shows no form, no picture is sent from it, and nobody is asked for a code.
    const code = codeOf(loads);
    expect(code, 'yup').not.toContain('is a required field');
    expect(code, 'formik').not.toContain('Formik');
    expect(code, 'storage').not.toContain('StorageApiError');
    expect(code, 'realtime').not.toContain('RealtimeClient');
    expect(code, 'second factor').not.toContain('Open Dashboard');
  },
);

test('the way from the front page to the checkout stays within its budget', async () => {
  const { page } = await openShop({ viewport: phone });
  const endOfCount = await countLoads(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.locator('main').getByRole('link', { name: /Solar/ }).first().click();
  await page.waitForURL('**/category/solar');
  await page.waitForLoadState('networkidle');
  await page.locator('main article').getByRole('link').first().click();
  await page.waitForURL('**/product/*');
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await openCheckout(page);
  await page.getByLabel('Email Address').waitFor();
  await page.waitForLoadState('networkidle');
  const loads = await endOfCount();
  expect(
    loads.files.filter(({ kind }) => kind === 'document'),
    'one page',
  ).toHaveLength(1);
  expect(codeOf(loads), 'the checkout').toContain('Formik');
  expect(bytesOf(loads)).toBeLessThanOrEqual(mostOfWalk);
});

test('a page that is not prerendered shows that it is loading while its code is fetched', async () => {
  const { page } = await openShop({ viewport: phone });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin', { waitUntil: 'commit' });
  const coming = page.getByText('Opening the shop …');
  await coming.waitFor();
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await coming.isVisible()).toBe(false);
});
