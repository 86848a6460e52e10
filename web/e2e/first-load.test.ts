import { expect, test } from 'vitest';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { openCheckout } from './buyer.ts';
import { openShop, phone } from './journey.ts';
import { bytesOf, codeOf, countLoads } from './loads.ts';
import { db } from './shop-database.ts';
import { holdRequests, signIn } from './shop-states.ts';
import { bothWidths } from './widths.ts';

/**
 * The budget of the first visit to a page until the first interaction: compressed bytes transferred, without
 * photographs. React, its router and TanStack Query alone are 85 kB.
 */
const budgets = { script: 120_000, style: 12_000, font: 30_000, all: 200_000, requests: 25 };

/** The same for the dashboard's first screen, and for a whole purchase. */
const dashboardBudget = { all: 250_000, requests: 20 };
const journeyBudget = 350_000;

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
  expect(bytesOf(loads, 'script')).toBeLessThanOrEqual(budgets.script);
  expect(bytesOf(loads, 'stylesheet')).toBeGreaterThan(5000);
  expect(bytesOf(loads, 'stylesheet')).toBeLessThanOrEqual(budgets.style);
  expect(bytesOf(loads, 'font')).toBeLessThanOrEqual(budgets.font);
  expect(loads.files.filter(({ kind }) => kind === 'font')).toHaveLength(1);
  expect(bytesOf(loads)).toBeLessThanOrEqual(budgets.all);
  expect(loads.requests).toBeLessThanOrEqual(budgets.requests);

  // Loaded only with forms and with the dashboard.
  const code = codeOf(loads);
  expect(code, 'yup').not.toContain('is a required field');
  expect(code, 'formik').not.toContain('Formik');
  expect(code, 'supabase').not.toMatch(/supabase/i);
  expect(code, 'links of the router').not.toContain('data-discover');
  // A shop without an error sink has no code for it.
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
    expect(bytesOf(loads)).toBeLessThanOrEqual(dashboardBudget.all);
    // Headless Chromium does not request a page's icon, but other browsers do.
    const icon = loads.files.some(({ url }) => url.endsWith('/favicon.svg')) ? 0 : 1;
    expect(loads.requests + icon).toBeLessThanOrEqual(dashboardBudget.requests);

    // It has no form, no uploads and no second factor.
    const code = codeOf(loads);
    expect(code, 'yup').not.toContain('is a required field');
    expect(code, 'formik').not.toContain('Formik');
    expect(code, 'storage').not.toContain('StorageApiError');
    expect(code, 'realtime').not.toContain('RealtimeClient');
    expect(code, 'second factor').not.toContain('Open Dashboard');
  },
);

test('the way from the home page to the checkout stays within its budget', async () => {
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
  expect(bytesOf(loads)).toBeLessThanOrEqual(journeyBudget);
});

test('a page that is not prerendered shows that it is loading while its code is fetched', async () => {
  const { page } = await openShop({ viewport: phone });
  const release = await holdRequests(page, '/assets/*.js');
  await page.goto('/admin', { waitUntil: 'commit' });
  const loadingText = page.getByText('Opening the shop …');
  await loadingText.waitFor();
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await loadingText.isVisible()).toBe(false);
});
