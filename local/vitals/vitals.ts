import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { buildSiteOf } from '../stack/site-build.ts';
import { launchProfile } from '../testing/browser.ts';
import { startTestStack } from '../testing/test-stack.ts';
import { visit, type Vitals, type VitalsPage } from './lighthouse-run.ts';
import { lineOf, medianOf, times } from './vitals-table.ts';

/**
 * `npm run vitals [-- <file for the JSON>]`, about ten minutes: measures a new shop's pages with Lighthouse on a phone and
 * over a slow connection. Each page is visited three times; the medians are shown.
 */
const visits = 3;

const mobilePages: readonly VitalsPage[] = [
  { name: 'home', path: '/' },
  { name: 'shelf', path: '/category/batteries' },
  { name: 'product', path: '/product/pqwt-tc300' },
  { name: 'search', path: '/search?q=victron', isHidden: true },
  { name: 'checkout, three lines', path: '/checkout', isHidden: true, keepsCart: true },
];
const slowPages: readonly VitalsPage[] = [
  { name: 'product', path: '/product/pqwt-tc300' },
  { name: 'login', path: '/login' },
  { name: 'checkout, three lines', path: '/checkout', keepsCart: true },
];

type Row = { page: string; connection: 'mobile' | 'slow' } & Vitals;

const [file] = process.argv.slice(2);
const rows: Row[] = [];
const folder = resolve('.shop', 'vitals');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const stack = await startTestStack({ cachesReplies: true });
try {
  await buildSiteOf(stack.description);
  const { site } = stack.description.addresses;
  const { site: port } = await freePorts(0);
  const browser = await launchProfile(folder, port);
  try {
    await fillCart(browser, site);
    await measure('mobile', mobilePages, site, port);
    await measure('slow', slowPages, site, port);
  } finally {
    await browser.close();
  }
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}
const findings = [
  ...new Set(rows.flatMap((row) => row.findings.map((finding) => `${row.page}, ${finding}`))),
];
console.log(findings.length === 0 ? '\nNo findings.' : `\n${findings.join('\n')}`);
if (file) writeFileSync(file, `${JSON.stringify({ visits, rows }, null, 2)}\n`);

async function measure(
  connection: Row['connection'],
  pages: readonly VitalsPage[],
  site: string,
  port: number,
): Promise<void> {
  console.log(
    connection === 'mobile'
      ? lineOf('\nLighthouse, mobile', ['performance', 'access.', 'practices', 'SEO', ...times])
      : lineOf('\n400 kbit/s, 400 ms, 6 × slower', times),
  );
  for (const page of pages) {
    const found: Vitals[] = [];
    while (found.length < visits) found.push(await visit(site, page, port, connection));
    const row: Row = { page: page.name, connection, ...medianOf(found) };
    rows.push(row);
    const { performance, accessibility, bestPractices, seo, firstPaint, largestPaint, blocked, shift } = row;
    const scores = connection === 'mobile' ? [performance, accessibility, bestPractices, seo] : [];
    const milliseconds = [firstPaint, largestPaint, blocked].map(Math.round);
    console.log(lineOf(row.page, [...scores, ...milliseconds, shift.toFixed(3)]));
  }
}

/** Puts three batteries into the cart. */
async function fillCart(browser: BrowserContext, site: string): Promise<void> {
  const page = await browser.newPage();
  const answer = await page.request.get(`${site}/api/products/category/batteries?limit=3`);
  const items = ((await answer.json()) as Product[]).map((product) => ({ product, quantity: 1 }));
  await page.goto(`${site}/robots.txt`);
  await page.evaluate(
    (text) => localStorage.setItem('cart-storage', text),
    JSON.stringify({ version: 1, state: { items, isOpen: false } }),
  );
  await page.close();
}
