import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { timersSet } from './wait-for-page.ts';

const regionOf = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
/** So tall that no toast appears under the mouse that has just clicked a button, where it would pause. */
const tallDesktop = { width: 1440, height: 1200 };
/** The card with the toast's title. */
const toastOf = (page: Page) => page.getByText('Added to cart', { exact: true }).locator('xpath=../..');

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
