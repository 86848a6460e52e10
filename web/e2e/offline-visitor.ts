import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openShop, phone, type Shop } from './journey.ts';

/** The browser's error for each offline request. */
const disconnected = /ERR_INTERNET_DISCONNECTED/;

/**
 * A visitor, on a phone by default, with the service worker, which other tests block. The page does not wait for three
 * seconds before it registers the worker, and again before it loads the product index, unless `isUnhurried`.
 */
export async function openOfflineShop(
  expected: readonly RegExp[] = [],
  viewport = phone,
  { isUnhurried = false } = {},
): Promise<Shop> {
  const shop = await openShop({
    viewport,
    expected: [disconnected, ...expected],
    context: { serviceWorkers: 'allow' },
  });
  if (!isUnhurried) await shop.page.addInitScript(hurry);
  return shop;
}

/** Runs in the page. */
function hurry(): void {
  const { setTimeout } = window;
  const sooner = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    setTimeout(act, ms === 3000 ? 100 : ms, ...rest);
  Object.assign(window, { setTimeout: sooner });
}

/** Waits until the worker has cached the shop's files and serves the page. */
export async function workerServes(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until the page has cached the response to a query, given a part of its key. */
export async function isCached(page: Page, part: string): Promise<void> {
  await expect
    .poll(async () => (await cachedUrls(page)).some((address) => address.includes(part)))
    .toBe(true);
}

/** The connection returns. Emulated, that fires no event in a page that was opened without one, as it does on a phone. */
export async function connectionReturns(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

/** Deletes the stored product index, as on a device that has not downloaded it yet. */
export async function dropIndex(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes('product-index')) await caches.delete(name);
  });
}

/** The decoded URLs of all entries in the browser's caches. */
export function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(decodeURIComponent(url));
    return found;
  });
}

/** The texts of all entries in the browser's caches whose names contain a word. */
export function cachedTexts(page: Page, word: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of (await caches.keys()).filter((one) => one.includes(wanted)))
      for (const answer of await (await caches.open(name)).matchAll()) found.push(await answer.text());
    return found.join('\n');
  }, word);
}
