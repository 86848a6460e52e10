import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import type { StackDescription } from '../../local/stack/stack-description.ts';
import { launchBrowser } from '../../local/testing/browser.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { closeDatabase } from './shop-database.ts';

/** A visitor's browser on the running shop. */
export type Shop = {
  page: Page;
  /** Origin of the shop; paths given to `page.goto` are below it. */
  site: string;
  stack: StackDescription;
};

export type Visit = {
  viewport?: { width: number; height: number };
  /** Complaints that this journey provokes on purpose; each is matched against `what (address)`. */
  expected?: readonly RegExp[];
  context?: BrowserContextOptions;
};

export const phone = { width: 360, height: 740 };
export const desk = { width: 1440, height: 900 };

/** A visitor without a session is told so with 401, and every browser logs that as an error. */
const notSignedIn = /status of 401.*\/api\/auth\/me/;

let browser: Promise<Browser> | undefined;

/**
 * Opens a fresh browser context, without cookies and storage, on the shop. The test fails when anything complains
 * that was not expected: an error in the console, an exception nobody caught, a request to the shop that does not
 * arrive, a request to anywhere but this machine.
 */
export async function openShop({ viewport = desk, expected = [], context = {} }: Visit = {}): Promise<Shop> {
  const stack = stackUnderTest();
  const { site } = stack.addresses;
  browser ??= launchBrowser();
  const opened = await (await browser).newContext({ viewport, baseURL: site, locale: 'en-KE', ...context });
  const complaints: string[] = [];

  opened.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  opened.on('weberror', (problem) => complaints.push(String(problem.error().stack ?? problem.error())));
  opened.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      complaints.push(`asked for ${request.url()}`);
  });
  opened.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts what it was still loading.
    if (request.url().startsWith(site) && !reason.includes('ERR_ABORTED')) {
      complaints.push(`${request.method()} ${request.url()} failed: ${reason}`);
    }
  });
  onTestFinished(async () => {
    await opened.close();
    const unexpected = complaints.filter(
      (complaint) => ![notSignedIn, ...expected].some((pattern) => pattern.test(complaint)),
    );
    expect(unexpected, 'complaints of the browser').toEqual([]);
  });

  const page = await opened.newPage();
  page.setDefaultTimeout(15_000);
  return { page, site, stack };
}

/** Fills in the bank's card page, on which the browser is, and pays. */
export async function payOnBankPage(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Name on the card').fill('A Buyer');
  await page.getByLabel('Expiry date').fill(`12/${String(new Date().getFullYear() + 2).slice(-2)}`);
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
}

afterAll(async () => {
  await (await browser?.catch(() => undefined))?.close();
  await closeDatabase();
});
