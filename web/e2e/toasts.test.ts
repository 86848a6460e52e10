import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { fillCart, productsOnSale } from './shop-states.ts';
import { animationsEnded, timersSet } from './wait-for-page.ts';

const regionOf = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
/** So tall that no toast appears under the mouse that has just clicked a button, where it would pause. */
const tallDesktop = { width: 1440, height: 1200 };
/** The card with the toast's title. */
const toastOf = (page: Page) => page.getByText('Added to cart', { exact: true }).locator('xpath=../..');

const anyToast = (page: Page) => page.getByRole('button', { name: 'Close notification' }).locator('..');

/** Whether the toast of its page lies over this element. */
async function isCovered(one: Locator): Promise<boolean> {
  const toast = anyToast(one.page());
  await animationsEnded(toast);
  const [card, box] = [await toast.boundingBox(), await one.boundingBox()];
  if (!card || !box) throw new Error('Nothing to compare.');
  return card.y < box.y + box.height && card.y + card.height > box.y;
}

/** Opens a category with a stopped clock, and shows a toast. */
async function showToast(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T09:00:00Z') });
  // Add to Cart waits for the current prices.
  await page.goto('/category/converters', { waitUntil: 'networkidle' });
  const button = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await page.clock.pauseAt(new Date('2026-11-21T10:00:00Z'));
  await button.click();
  await toastOf(page).waitFor();
  await timersSet(page);
}

/** Swipes the toast to the right by this many pixels. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await toastOf(page).boundingBox();
  if (!box) throw new Error('No toast to swipe.');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 3 });
  await page.mouse.up();
}

test('a swipe to the right past 50 pixels closes it; 49 pixels do not', async () => {
  const { page } = await openShop({ viewport: phone });
  await showToast(page);
  await swipe(page, 49);
  expect(await toastOf(page).isVisible()).toBe(true);
  await swipe(page, -120);
  expect(await toastOf(page).isVisible()).toBe(true);
  await swipe(page, 51);
  await toastOf(page).waitFor({ state: 'detached' });
});

test('F8 moves the focus to the notifications, where the toast stays, and its buttons are the next tab stops', async () => {
  const { page } = await openShop({ viewport: tallDesktop });
  await showToast(page);
  await page.keyboard.press('F8');
  expect(await regionOf(page).evaluate((region) => region === document.activeElement)).toBe(true);
  await page.clock.runFor(20_000);
  expect(await toastOf(page).isVisible()).toBe(true);
  await page.keyboard.press('Tab');
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focusedText()).toBe('View cart');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toastOf(page).waitFor({ state: 'detached' });
  expect(await focusedText(), 'the focus is back where it was').toMatch(/^Add to Cart/);
});

test('on a phone a toast is above the total and the button of the checkout', async () => {
  const { page } = await openShop({ viewport: phone });
  const [product] = (await productsOnSale(page, 'converters')).filter(({ stock }) => stock > 0);
  await fillCart(page, [[product!, 1]]);
  await page.goto('/checkout');
  const pay = page.getByRole('button', { name: 'pay via Card' });
  await pay.click();
  const toast = page.getByText('Missing Information', { exact: true }).locator('xpath=../..');
  await toast.waitFor();
  await animationsEnded(toast);
  const bar = await pay.locator('..').boundingBox();
  const box = await toast.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('a toast that comes up while a dialog is open is shown in the dialog, where it can be closed', async () => {
  const { page } = await openShop({ viewport: phone, expected: [/api\/auth\/logout/] });
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.goto('/orders');
  const forget = page.getByRole('button', { name: 'Forget This Browser' });
  await forget.click();
  const dialog = page.getByRole('dialog', { name: 'Forget this browser?' });
  await dialog.getByRole('button', { name: 'Forget This Browser' }).click();
  await dialog.getByText('Nothing forgotten').waitFor();
  await dialog
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole('button', { name: 'Close' })
    .click();
  await page.getByText('Nothing forgotten').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Forget This Browser' }).click();
  await dialog.getByText('Nothing forgotten').waitFor();
  // It stays when the dialog is closed.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Nothing forgotten').waitFor();
});

test('on a phone the toast covers neither the price nor the stock of a product, nor at the checkout the first wrong field', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/product/pqwt-tc300');
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByText('1 in your cart').waitFor();
  for (const fact of await page.locator('[data-uncovered]').all()) expect(await isCovered(fact)).toBe(false);

  await page.goto('/checkout');
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await page.getByText('Missing Information').waitFor();
  const firstName = page.getByLabel('First Name', { exact: true });
  await expect.poll(() => firstName.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => isCovered(firstName)).toBe(false);
});

test('on a phone the toast takes a sixth of the screen at most, and does not cover the notice that says the same', async () => {
  const { page } = await openShop({ viewport: phone, expected: [/status of 401/] });
  await page.goto('/category/converters');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByText('1 in your cart').waitFor();
  const { height = 0 } = (await anyToast(page).boundingBox()) ?? {};
  expect(height).toBeGreaterThan(40);
  expect(height).toBeLessThan(phone.height / 6);

  await page.goto('/login');
  await page.getByLabel('Email Address').fill('surveyor@instruments-and-current.example');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Login Failed').waitFor();
  const notice = page.getByRole('main').getByText('Invalid email or password');
  expect(await isCovered(notice)).toBe(false);
});
