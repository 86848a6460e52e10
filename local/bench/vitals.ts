import { mkdirSync } from 'node:fs';
import lighthouse, { type Result } from 'lighthouse';
import type { BrowserContext } from 'playwright-core';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { launchProfile } from '../testing/browser.ts';
import { medianOf, tableOf } from './table.ts';

type Page = {
  name: string;
  path: string;
  /** Not for search engines, so it has no SEO score. */
  isHidden?: boolean;
  /** Opened with a cart; the browser's cache is cleared nevertheless. */
  keepsCart?: boolean;
};

const pages: readonly Page[] = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/category/batteries' },
  { name: 'product', path: '/product/pqwt-tc300' },
  { name: 'search', path: '/search?q=victron', isHidden: true },
  { name: 'checkout', path: '/checkout', isHidden: true, keepsCart: true },
];
const visits = 3;

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** In milliseconds, and the shift without a unit. */
const measurements = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];
const titles = ['performance', 'accessibility', 'practices', 'SEO', 'LCP ms', 'TBT ms', 'CLS'];

/** Without `local_storage`, where the cart is stored. */
const storageExceptCart = ['cookies', 'file_systems', 'indexeddb', 'service_workers', 'cache_storage'];

/**
 * Prints the medians of several visits of Lighthouse with its mobile preset.
 * @param folder for the browser's profile
 * @throws Error when a page does not load
 */
export async function measurePages(site: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { site: port } = await freePorts(0);
  const browser = await launchProfile(folder, port);
  const rows: unknown[][] = [];
  try {
    await fillCart(browser, site);
    for (const page of pages) {
      const found: Result[] = [];
      while (found.length < visits) found.push(await visit(site, page, port));
      const columns = titles.map((_, column) => medianOf(found.map((result) => numbersOf(result)[column]!)));
      rows.push([page.name, ...columns]);
    }
  } finally {
    await browser.close();
  }
  console.log(`\n${tableOf(['Lighthouse, phone', ...titles], rows)}`);
}

async function visit(site: string, page: Page, port: number): Promise<Result> {
  const found = await lighthouse(site + page.path, {
    port,
    logLevel: 'error',
    onlyCategories: categories.filter((name) => !(page.isHidden && name === 'seo')),
    ...(page.keepsCart && { clearStorageTypes: storageExceptCart }),
  } as Parameters<typeof lighthouse>[1]);
  const problem = found ? found.lhr.runtimeError?.message : 'Lighthouse returned nothing.';
  if (!found || problem) throw new Error(`${page.path}: ${problem}`);
  return found.lhr;
}

/** Scores out of 100 and measurements, in the order of the titles; null if not measured. */
function numbersOf(result: Result): (number | null)[] {
  const scores = categories.map((name) => result.categories[name]?.score ?? null);
  const rounded = measurements.map((name) => {
    const number = result.audits[name]?.numericValue;
    return number === undefined ? null : Number(number.toFixed(number < 1 ? 3 : 0));
  });
  return [...scores.map((score) => score && Math.round(score * 100)), ...rounded];
}

/** Puts three batteries into the cart. */
async function fillCart(browser: BrowserContext, site: string): Promise<void> {
  const page = await browser.newPage();
  const answer = await page.request.get(`${site}/api/products/category/batteries?limit=3`);
  const items = ((await answer.json()) as Product[]).map((product) => ({ product, quantity: 1 }));
  await page.goto(`${site}/robots.txt`);
  const cart = JSON.stringify({ version: 1, state: { items, isOpen: false } });
  await page.evaluate((text) => localStorage.setItem('cart-storage', text), cart);
  await page.close();
}
