import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillInDetails } from './buyer.ts';
import { openShop, phone } from './journey.ts';
import { demoAccount, holdRequests, productsOnSale, withCart } from './shop-states.ts';

const scripts = '/assets/*.js';
const waitForHydration = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
const sendButton = (page: Page) => page.locator('main button[type=submit]');

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

test('text typed into the search before its script loaded is kept, and brings suggestions', async () => {
  const { page } = await openShop({ viewport: phone });
  const release = await holdRequests(page, scripts);
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByRole('combobox', { name: 'Search equipment...' });
  await field.fill('solar pu');
  release();
  await waitForHydration(page);
  await page.getByRole('option').first().waitFor();
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
