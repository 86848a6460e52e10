import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchBrowser } from '../../local/testing/browser.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

/** Shared by all test files of this worker; closed with the worker. */
let browser: Promise<Browser> | undefined;

/** A fresh browser context, without cookies and storage, in the browser of this worker. */
export async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  if (!(await browser)?.isConnected()) browser = launchBrowser();
  const { site } = stackUnderTest().addresses;
  return (await (browser as Promise<Browser>)).newContext({
    baseURL: site,
    locale: 'en-KE',
    // Mocked responses would not reach a page that is served by a service worker.
    serviceWorkers: 'block',
    ...options,
  });
}

type Kept = {
  context: BrowserContext;
  /** Of a page that stays open, and with it the process that runs the shop's pages. */
  session: CDPSession;
  site: string;
  /** A stopped clock cannot be removed from a context. */
  hasClock: boolean;
};

/** The contexts between two tests, by the size of their window. */
const kept = new Map<string, Kept>();

/**
 * A context without cookies, storage, cache and pages for this test: the one of the last test, emptied, unless that
 * failed. A process that has run the shop's scripts before runs them again in half the processor time.
 */
export async function emptyContext(viewport: { width: number; height: number }): Promise<BrowserContext> {
  const size = `${viewport.width}×${viewport.height}`;
  const { site } = stackUnderTest().addresses;
  const last = kept.get(size);
  kept.delete(size);
  const current =
    last?.site === site && last.context.browser()?.isConnected() ? last : await keptContext(viewport, site);
  onTestFinished(async ({ task }) => {
    // A test of two people has two contexts.
    if (task.result?.state === 'fail' || current.hasClock || kept.has(size)) return current.context.close();
    await empty(current);
    kept.set(size, current);
  });
  return current.context;
}

async function keptContext(viewport: { width: number; height: number }, site: string): Promise<Kept> {
  const context = await newContext({ viewport });
  const page = await context.newPage();
  await page.goto('/robots.txt');
  const one: Kept = { context, session: await context.newCDPSession(page), site, hasClock: false };
  const { clock } = context;
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) {
    const method = clock[name].bind(clock) as (...args: unknown[]) => Promise<void>;
    clock[name] = (...args: unknown[]) => {
      one.hasClock = true;
      return method(...args);
    };
  }
  return one;
}

async function empty({ context, session, site }: Kept): Promise<void> {
  const [, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  await context.unrouteAll();
  await context.setOffline(false);
  await session.send('Storage.clearDataForOrigin', { origin: site, storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
}
