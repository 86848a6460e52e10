import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { frameAddresses } from '../site-addresses.ts';
import { fillInDetails } from './buyer.ts';
import { desktop, openShop, phone } from './journey.ts';
import { demoAccount, holdRequests, productsOnSale, signIn, withCart } from './shop-states.ts';

const details = ['First Name', 'Last Name', 'Email Address', 'Phone Number', 'Delivery Address'];

/** What a frame shows before any script: its heading and its fields. */
const frames = [
  { path: '/login', heading: 'Sign In', fields: ['Email Address', 'Password'] },
  {
    path: '/register',
    heading: 'Create Account',
    fields: ['Full Name', 'Email Address', 'Phone Number', 'Address', 'Password'],
  },
  { path: '/orders', heading: 'My Orders', fields: [] },
  { path: '/checkout', heading: 'Checkout', fields: [...details, 'Delivery County (optional)'] },
  { path: '/search', heading: 'Search', fields: [] },
] as const;

/** Chromium's message when scripts are disabled. */
const noScripts = /\/assets\/.*\.js failed: csp/;
const scripts = '/assets/*.js';
const waitForHydration = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
const sendButton = (page: Page) => page.locator('main button[type=submit]');

test('every prerendered frame is tested here', () => {
  expect(frames.map(({ path }) => path)).toEqual(frameAddresses);
});

test.each(frames)('$path shows its heading and its fields without a script', async (frame) => {
  const { page } = await openShop({ expected: [noScripts], context: { javaScriptEnabled: false } });
  await page.goto(`${frame.path}?from=a-mail`);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    expect(await page.getByRole('heading', { level: 1, name: frame.heading, exact: true }).isVisible()).toBe(
      true,
    );
    for (const label of frame.fields)
      expect(await page.getByLabel(label, { exact: true }).isEditable(), label).toBe(true);
    // Nothing could handle it.
    for (const button of await sendButton(page).all()) expect(await button.isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  }
});

test.each(frames)('$path loads its own script with the others, and is not indexed', async (frame) => {
  const { site } = stackUnderTest().addresses;
  const read = async (path: string) => (await fetch(site + path)).text();
  const html = await read(frame.path);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
  const name = frame.path.slice(1);
  expect(html).toMatch(new RegExp(`<link rel="modulepreload"[^>]* href="/assets/${name}-page-[\\w-]+\\.js"`));
  expect(await read('/sitemap.xml')).not.toContain(`${frame.path}<`);
});

test('every frame hydrates without rendering again, whatever the query string says', async () => {
  const { page } = await openShop({ viewport: phone });
  await withCart(page);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const drawn of document.querySelectorAll('main h1, main input, main textarea'))
        drawn.setAttribute('data-first-drawn', '');
    });
  });
  for (const { path, fields } of frames) {
    await page.goto(`${path}?from=a-mail`);
    expect(await page.locator('main h1[data-first-drawn]').count(), path).toBe(1);
    for (const label of fields) {
      const drawn = await page.getByLabel(label, { exact: true }).getAttribute('data-first-drawn');
      expect(drawn, `${label} of ${path}`).not.toBeNull();
    }
    expect(await page.locator('title').count(), path).toBe(1);
    expect(await page.locator('meta[name=robots]').count(), path).toBe(1);
  }
});

test('the frames contain nothing about the visitor', async () => {
  const { page } = await openShop();
  const read = (path: string) => page.request.get(path).then((answer) => answer.text());
  const before = await Promise.all(frameAddresses.map(read));
  await signIn(page, 'customer');
  expect(await Promise.all(frameAddresses.map(read))).toEqual(before);
});

test('values typed into the login form before hydration are kept, and sent', async () => {
  const { page } = await openShop({ viewport: phone });
  const { email, password } = demoAccount('customer');
  const release = await holdRequests(page, scripts);
  await page.goto('/login?next=/orders', { waitUntil: 'commit' });
  await page.getByLabel('Email Address').fill(email);
  // Without a script the browser would put the typed values into the URL.
  await page.getByLabel('Email Address').press('Enter');
  expect(await sendButton(page).isDisabled()).toBe(true);
  release();
  await waitForHydration(page);
  expect(new URL(page.url()).search).toBe('?next=/orders');
  // Each change re-renders the whole form.
  await page.getByLabel('Password', { exact: true }).fill(password);
  expect(await page.getByLabel('Email Address').inputValue()).toBe(email);
  await sendButton(page).click();
  await page.getByText('Welcome back!').waitFor();
});

test('values typed into the checkout before hydration are kept, and saved', async () => {
  const { page } = await openShop({ viewport: phone });
  await withCart(page);
  await page.goto('/checkout');
  await fillInDetails(page, { 'First Name': 'Akinyi', 'Phone Number': '0712 345 678' });
  const release = await holdRequests(page, scripts);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('First Name').fill('Amina');
  await page.getByLabel('Delivery Address').fill('Milimani Estate, Kisumu');
  await page.getByLabel('Delivery County (optional)').fill('Kisumu');
  release();
  await waitForHydration(page);
  await page.getByLabel('Last Name').fill('Otieno');
  const held = {
    'First Name': 'Amina',
    'Last Name': 'Otieno',
    'Phone Number': '0712 345 678',
    'Delivery Address': 'Milimani Estate, Kisumu',
    'Delivery County (optional)': 'Kisumu',
  };
  const heldNow = async () => {
    for (const [label, value] of Object.entries(held))
      await expect
        .poll(() => page.getByLabel(label, { exact: true }).inputValue(), { message: label })
        .toBe(value);
  };
  await heldNow();
  await page.getByText('Delivery to Kisumu').first().waitFor({ state: 'attached' });
  await page.goto('/returns');
  await page.goto('/checkout');
  await heldNow();
});

test('text typed into the search before its script loaded is kept', async () => {
  const { page } = await openShop({ viewport: phone });
  const release = await holdRequests(page, scripts);
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByRole('combobox', { name: 'Search equipment...' });
  await field.fill('solar pu');
  release();
  await waitForHydration(page);
  // The first interaction loads the suggestions' code, which re-renders the field.
  await field.press('End');
  await page.waitForLoadState('networkidle');
  expect(await field.inputValue()).toBe('solar pu');
  await field.pressSequentially('mp');
  expect(await field.inputValue()).toBe('solar pump');
  await field.press('Enter');
  await page.waitForURL('**/search?q=solar%20pump');
});

test('a search opened by its URL shows its text and its results', async () => {
  const { page } = await openShop({ viewport: phone });
  const [product] = await productsOnSale(page, 'batteries');
  const words = product?.brand ?? 'battery';
  await page.goto(`/search?q=${encodeURIComponent(words)}`);
  await page.getByRole('heading', { level: 1, name: `“${words}”` }).waitFor();
  await page.getByRole('article').first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Search equipment...' }).inputValue()).toBe(words);
  expect(await page.title()).toContain(`Search: ${words}`);
});
