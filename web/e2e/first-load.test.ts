import { expect, test } from 'vitest';
import { openCheckout } from './buyer.ts';
import { openShop, phone } from './journey.ts';
import { bytesOf, codeOf, countLoads } from './loads.ts';
import { holdRequests } from './shop-states.ts';

/**
 * What the first visit to a page may load until the first interaction: compressed bytes of script, and all requests.
 * React, its router and TanStack Query alone are 95 kB.
 */
const budget = { script: 126_000, requests: 25 };

test.each([
  { title: 'home', path: '/' },
  { title: 'category', path: '/category/solar' },
  { title: 'product', path: '/product/pqwt-tc300' },
])('the first load of the $title page stays within its budget', async ({ path }) => {
  const { page } = await openShop({ viewport: phone });
  const endOfCount = await countLoads(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  const loads = await endOfCount();
  expect(bytesOf(loads, 'script')).toBeGreaterThan(50_000);
  expect(bytesOf(loads, 'script')).toBeLessThanOrEqual(budget.script);
  expect(loads.requests).toBeLessThanOrEqual(budget.requests);

  // Loaded only with forms and with the dashboard.
  const code = codeOf(loads);
  expect(code, 'yup').not.toContain('is a required field');
  expect(code, 'formik').not.toContain('Formik');
  expect(code, 'supabase').not.toMatch(/supabase/i);
});

test('the way from the home page to the checkout loads one page, and formik with the checkout', async () => {
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
  expect(codeOf(loads), 'only for staff').not.toMatch(/supabase/i);
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
