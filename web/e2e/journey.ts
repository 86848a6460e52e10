import type {
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  Request,
  WebError,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { StackDescription } from '../../local/stack/stack-description.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { emptyContext, newContext } from './contexts.ts';

/** A visitor's browser on the running shop. */
export type Shop = {
  page: Page;
  /** The shop's origin; paths given to `page.goto` are relative to it. */
  site: string;
  stack: StackDescription;
};

export type Visit = {
  viewport?: { width: number; height: number };
  /** Problems that this journey causes on purpose; each is matched against `what (address)`. */
  expected?: readonly RegExp[];
  context?: BrowserContextOptions;
};

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1440, height: 900 };

/**
 * Opens a browser context without cookies and storage on the shop. The test fails on any unexpected problem:
 * an error in the console, an uncaught exception, a failed request to the shop, a request to another machine.
 */
export async function openShop({
  viewport = desktop,
  expected = [],
  context: options,
}: Visit = {}): Promise<Shop> {
  const context = options ? await newContext({ viewport, ...options }) : await emptyContext(viewport);
  if (options) onTestFinished(() => context.close());
  return openPage(context, expected, options?.javaScriptEnabled === false);
}

/** A new page whose context is monitored until the end of the test. */
async function openPage(
  context: BrowserContext,
  expected: readonly RegExp[],
  isStatic = false,
): Promise<Shop> {
  listenTo(context, expected);
  if (!isStatic) {
    context.on('page', waitForScripts);
    onTestFinished(() => void context.off('page', waitForScripts));
  }
  const stack = stackUnderTest();
  return { page: await newPage(context), site: stack.addresses.site, stack };
}

export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // Generous, for slow machines: the limit only ends what hangs.
  page.setDefaultTimeout(30_000);
  return page;
}

/** Until the end of the test, every unexpected problem of these pages fails the test. */
export function listenTo(context: BrowserContext, expected: readonly RegExp[]): void {
  const { site } = stackUnderTest().addresses;
  const complaints: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  };
  const onError = (problem: WebError) => complaints.push(String(problem.error().stack ?? problem.error()));
  const onRequest = (request: Request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      complaints.push(`asked for ${request.url()}`);
  };
  const onFailedRequest = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its pending requests.
    if (request.url().startsWith(site) && !reason.includes('ERR_ABORTED')) {
      complaints.push(`${request.method()} ${request.url()} failed: ${reason}`);
    }
  };
  context.on('console', onConsole).on('weberror', onError);
  context.on('request', onRequest).on('requestfailed', onFailedRequest);
  onTestFinished(() => {
    context.off('console', onConsole).off('weberror', onError);
    context.off('request', onRequest).off('requestfailed', onFailedRequest);
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    expect(unexpected, 'complaints of the browser').toEqual([]);
  });
}

/**
 * A prerendered page shows its buttons before they work. `goto` waits for hydration, unless the test is about the
 * time before it (`waitUntil: 'commit'`).
 */
export function waitForScripts(page: Page): void {
  const { site } = stackUnderTest().addresses;
  const hydrated = () =>
    page.url().startsWith(site) ? page.locator('html[data-hydrated]').waitFor({ state: 'attached' }) : null;
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== 'commit') await hydrated();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== 'commit') await hydrated();
    return answer;
  };
}

/** Fills in the bank's card page and pays. */
export async function payOnBankPage(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Name on the card').fill('A Buyer');
  await page.getByLabel('Expiry date').fill(`12/${String(new Date().getFullYear() + 2).slice(-2)}`);
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
}
