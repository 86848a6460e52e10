import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openShop, phone, type Shop } from './journey.ts';

/** The browser's error for each request without a connection. */
const disconnected = /ERR_INTERNET_DISCONNECTED/;

/** A visitor, on a phone if nothing else is said, with the service worker that everybody has and other tests do without. */
export function openOfflineShop(expected: readonly RegExp[] = [], viewport = phone): Promise<Shop> {
  return openShop({
    viewport,
    expected: [disconnected, ...expected],
    context: { serviceWorkers: 'allow' },
  });
}

/** Waits until the worker has kept the shop's files and serves the page. */
export async function workerServes(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until the page has kept what the catalogue answered to a question, named by a part of it. */
export async function isKept(page: Page, part: string): Promise<void> {
  await expect
    .poll(async () => (await keptAddresses(page)).some((address) => address.includes(part)))
    .toBe(true);
}

/** Drops the index of the shop, as on a device that never had the time to keep it. */
export async function dropIndex(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes('product-index')) await caches.delete(name);
  });
}

/** The addresses of everything in the browser's caches, as they were before they were encoded. */
export function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(decodeURIComponent(url));
    return found;
  });
}

/** The texts of everything in those of the browser's caches whose names contain a word. */
export function keptContents(page: Page, word: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of (await caches.keys()).filter((one) => one.includes(wanted)))
      for (const answer of await (await caches.open(name)).matchAll()) found.push(await answer.text());
    return found.join('\n');
  }, word);
}
