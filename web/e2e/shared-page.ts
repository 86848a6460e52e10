import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { signInMark } from '../../supabase/functions/_shared/contract/current-user.ts';
import { newContext } from './contexts.ts';
import { listenTo, newPage, waitForScripts } from './journey.ts';
import { followLink, timersSet } from './wait-for-page.ts';

type SharedPage = {
  page: Page;
  /** Forces full page loads from now on, even where client-side navigation would do. */
  loadAnew(): void;
  /** Navigates to a page that sends no request and waits for the pending ones; returns whether the tab can be reused. */
  settles(): Promise<boolean>;
};

let context: BrowserContext | undefined;
let resting: SharedPage | undefined;

/**
 * A page for tests that open many screens without changing anything: without animations, and without the cookies and
 * the cart of the previous test. If that test has left nothing behind, the loaded shop navigates to the next path; a
 * test that mocks responses, or expects problems, loads it again.
 */
export async function openSharedPage(expected: readonly RegExp[] = []): Promise<Page> {
  if (!context?.browser()?.isConnected()) {
    context = await newContext({ reducedMotion: 'reduce' });
    context.on('page', waitForScripts);
    resting = undefined;
  }
  const pages = context;
  listenTo(pages, expected);
  const kept = resting ?? keep(await newPage(pages));
  resting = undefined;
  if (expected.length > 0) kept.loadAnew();
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' && (await kept.settles())) resting = kept;
    else await closeAll(pages);
    await pages.clearCookies();
  });
  return kept.page;
}

function keep(page: Page): SharedPage {
  /** The cookies and the storage with which the shop was loaded. */
  let loadedWith: string | null = null;
  let canNavigate = true;
  /** No path was opened since the page was passed to the test. */
  let isFresh = false;
  const isAsLoaded = async () => canNavigate && loadedWith !== null && loadedWith === (await memoryOf(page));

  const goto = page.goto.bind(page);
  page.goto = async (address, options) => {
    // The fragment is read when the page is loaded.
    if (!address.includes('#') && (await isAsLoaded())) {
      isFresh = false;
      await followLink(page, address);
      return null;
    }
    if (isFresh) await forget(page);
    isFresh = false;
    loadedWith = null;
    const answer = await goto(address, options);
    loadedWith = await memoryOf(page);
    return answer;
  };
  const loadAnew = () => (canNavigate = false);
  const { route, addInitScript } = page;
  page.route = (...args) => {
    loadAnew();
    return route.apply(page, args);
  };
  page.addInitScript = ((...args: Parameters<typeof addInitScript>) => {
    loadAnew();
    return addInitScript.apply(page, args);
  }) as typeof addInitScript;

  const requestsEnded = pendingRequestsOf(page);
  const settles = async () => {
    if (!(await isAsLoaded())) return false;
    isFresh = true;
    await followLink(page, '/returns');
    const isThere = page
      .getByRole('heading', { level: 1, name: 'Returns & Refunds' })
      .waitFor({ timeout: settleLimit });
    return isThere.then(
      async () =>
        (await requestsEnded()) &&
        page.evaluate((openElements) => document.querySelector(openElements) === null, openElements),
      () => false,
    );
  };
  return { page, loadAnew, settles };
}

/** Milliseconds within which a page must have finished what the test left. */
const settleLimit = 10_000;

/**
 * Counts a page's requests from now on; the result waits until none is pending, and returns whether that is so within
 * the time limit. A request of the dashboard that is sent when the next test has taken the session away is refused, and
 * the next test would report it.
 */
function pendingRequestsOf(page: Page): () => Promise<boolean> {
  const pending = new Set<Request>();
  const onEnd = (request: Request) => pending.delete(request);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', onEnd).on('requestfailed', onEnd);
  return async () => {
    const until = Date.now() + settleLimit;
    const ended = async () => {
      do {
        for (const request of [...pending]) await (await request.response())?.finished();
        // What a response causes is sent by then.
        await timersSet(page);
      } while (pending.size > 0 && Date.now() < until);
      return pending.size === 0;
    };
    // The browser does not report the end of every request that was cancelled.
    return Promise.race([ended().catch(() => false), setTimeout(settleLimit, false, { ref: false })]);
  };
}

const openElements = 'dialog[open], [role=dialog], [aria-expanded=true], [aria-live] > *';

/** The session and the stored data; the cart of an account comes from the server. */
async function memoryOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(
    (isSignedIn) => {
      const { 'cart-storage': cart, ...rest } = localStorage as Record<string, string>;
      return [rest, !isSignedIn && cart, { ...sessionStorage }];
    },
    cookies.some(({ name }) => name === signInMark),
  );
  return JSON.stringify([cookies.map(({ name, value }) => `${name}=${value}`).sort(), stored]);
}

const forget = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

async function closeAll(pages: BrowserContext): Promise<void> {
  for (const page of pages.pages()) {
    if (page.url().startsWith('http')) await forget(page).catch(() => {});
    await page.close();
  }
}
