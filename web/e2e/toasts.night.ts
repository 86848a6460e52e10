import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { fillCart, productsOnSale } from './shop-states.ts';
import { animationsEnded } from './wait-for-page.ts';

const anyToast = (page: Page) => page.getByRole('button', { name: 'Close notification' }).locator('..');

/** Whether the toast of its page lies over this element. */
async function isCovered(one: Locator): Promise<boolean> {
  const toast = anyToast(one.page());
  await animationsEnded(toast);
  const [card, box] = [await toast.boundingBox(), await one.boundingBox()];
  if (!card || !box) throw new Error('Nothing to compare.');
  return card.y < box.y + box.height && card.y + card.height > box.y;
}

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
