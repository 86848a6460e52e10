import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { listen } from '../../local/stack/http-listener.ts';
import { builtSite } from '../../local/stack/site-server.ts';
import { workerFile, writeWorker } from '../worker/worker-plugin.ts';
import { openOfflineShop, workerServes } from './offline-visitor.ts';

/** A copy of the built site in front of the running shop, where a test can publish a new version. */
async function openCopy() {
  const shop = await openOfflineShop();
  const folder = mkdtempSync(join(tmpdir(), 'shop-site-copy-'));
  cpSync('web/dist', folder, { recursive: true });
  const settings = { supabase: shop.stack.addresses.supabase, gateways: [], blocksForms: false };
  const files = builtSite(folder, settings);
  const { server, stop } = await listen(0, async (request, { incoming, outgoing }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/api/')) {
      const answer = await fetch(shop.site + pathname + search);
      return new Response(await answer.text(), { status: answer.status });
    }
    files(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });
  const { page } = shop;
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/find-order`);
  await workerServes(page);
  return { page, folder };
}

/** As a browser does when the shop is opened again. */
const lookForNewWorker = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

test('a new version shows that it is ready, and waits while a form is half filled in', async () => {
  const { page, folder } = await openCopy();
  const number = page.getByLabel('Order Number');
  await number.fill('1A2B');
  appendFileSync(join(folder, workerFile), '\n// another release');
  await lookForNewWorker(page);
  const use = page.getByRole('button', { name: 'Use it now' });
  await page.getByText('A new version is ready').waitFor();
  expect(await number.inputValue()).toBe('1A2B');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);

  const reloaded = page.waitForEvent('load');
  await use.click();
  await reloaded;
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
});

test('with the worker switched off, devices remove it and its caches, and no page is reloaded', async () => {
  const { page, folder } = await openCopy();
  const number = page.getByLabel('Order Number');
  await number.fill('1A2B');
  expect(await page.evaluate(() => caches.keys())).not.toEqual([]);
  await writeWorker(folder, null);
  await lookForNewWorker(page);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  expect(await number.inputValue()).toBe('1A2B');
});

test('the shop meets a browser’s criteria for installation', async () => {
  const { page } = await openOfflineShop();
  await page.goto('/');
  await workerServes(page);
  const debuggerOfPage = await page.context().newCDPSession(page);
  const { manifest, errors } = await debuggerOfPage.send('Page.getAppManifest');
  expect([manifest?.name, errors]).toEqual([defaultShopDetails.name, []]);
  const { installabilityErrors } = await debuggerOfPage.send('Page.getInstallabilityErrors');
  // Newer versions of Chromium treat the browser of a test as incognito.
  const errorIds = installabilityErrors.map(({ errorId }) => errorId);
  expect(errorIds.filter((id) => id !== 'in-incognito')).toEqual([]);
});
