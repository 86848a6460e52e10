import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { placeOrder, signIn, withCart } from './shop-states.ts';

/**
 * The narrowest width of each range in which the same rules of the page's style sheets apply, which is where something is
 * too wide first; and the widths of some screens.
 */
const narrowestWidths = (page: Page) =>
  page.evaluate(() => {
    const begins = new Set([320, 390, 412, 1366, 1920]);
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule)
          for (const [, bound, width] of rule.conditionText.matchAll(/(min|max)-width: (\d+)px/g))
            begins.add(bound === 'min' ? Number(width) : Number(width) + 1);
        if (rule instanceof CSSGroupingRule) read(rule.cssRules);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    return [...begins].toSorted((one, other) => one - other);
  });

/** Opens these pages and returns where, and at which widths, something stands out at the right. */
async function sideways(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const widths = await narrowestWidths(page);
    expect(widths, 'of rules that every page has').toEqual(expect.arrayContaining([600, 768, 1024]));
    const wide: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      const excess = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const outside = [...document.body.querySelectorAll('*')].filter(
          (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
        );
        return scrollWidth > clientWidth
          ? `+${scrollWidth - clientWidth}: ${outside.at(-1)?.textContent.slice(0, 80) ?? ''}`
          : null;
      });
      if (excess) wide.push(`${width} (${excess})`);
    }
    if (wide.length > 0) found.push(`${path} at ${wide.join(', ')}`);
  }
  return found;
}

test('no page with products scrolls sideways at any width', async () => {
  const { page } = await openShop();
  const slug = `sheet-${randomUUID().slice(0, 8)}`;
  const specs = [{ label: 'Manual', value: `https://maker.example/${'downloads'.repeat(12)}/manual.pdf` }];
  await db()`insert into public.products (slug, name, category, price, stock, specs)
    values (${slug}, ${`Auger ${slug}`}, 'gps', 900, 2, ${db().json(specs)})`;
  onTestFinished(async () => {
    await db()`delete from public.products where slug = ${slug}`;
  });
  const lists = ['/', '/category/solar', '/category/gps?view=list', '/category/instruments?view=table'];
  const found = await sideways(page, [
    ...lists,
    '/search?q=battery',
    '/product/abem-terrameter-sas-1000',
    `/product/${slug}`,
    // A series with models of 23 letters.
    '/product/deye-sun-12k-sg05lp3',
    `/compare?products=pylontech-us5000-4-8kwh,deye-se-g5-1-pro-5-12kwh,${slug}`,
  ]);
  expect(found).toEqual([]);
});

/** The figures and models with a hyphen that stand in more than one line of the page. */
const brokenFigures = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+-\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (/\d/.test(word) && range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });

test('no range and no model breaks at a hyphen', async () => {
  const { page } = await openShop();
  const found: unknown[] = [];
  for (const path of [
    '/shipping-info',
    '/warranty',
    '/category/converters',
    '/category/converters?view=list',
    '/product/deye-sun-12k-sg05lp3',
    '/product/victron-orion-tr-24-12-10',
    '/search?q=deye',
    '/compare?products=deye-sun-12k-sg05lp3,deye-sun-10k-sg04lp3,goodwe-gw10k-et',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const width of [320, 360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const broken = await brokenFigures(page);
      if (broken.length > 0) found.push([path, width, broken]);
    }
  }
  expect(found).toEqual([]);
});

test('no page of an order or an account scrolls sideways at any width', async () => {
  const { page } = await openShop();
  const { order } = await placeOrder(page);
  await withCart(page);
  const ordering = [
    '/checkout',
    `/order-confirmation/${order.id}`,
    '/orders',
    '/find-order',
    '/payment/failed',
  ];
  expect(await sideways(page, [...ordering, '/login', '/register'])).toEqual([]);
});

test('no page of text scrolls sideways at any width', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  const pages = ['/shipping-info', '/returns', '/warranty', '/terms', '/privacy', '/no-such-page'];
  expect(await sideways(page, pages)).toEqual([]);
});

test.each([
  [['/admin', '/admin/products', '/admin/orders', '/admin/transactions', '/admin/reports']],
  [
    [
      '/admin/people',
      '/admin/products/stock',
      '/admin/messages',
      '/admin/settings',
      '/admin/settings/delivery',
      '/admin/settings/holidays',
      '/admin/settings/shop',
      '/admin/settings/texts',
      '/admin/health',
      '/account',
    ],
  ],
])('for staff no page scrolls sideways at any width: %s', async (paths) => {
  const { page } = await openShop();
  await longestTexts(page);
  await signIn(page, 'admin');
  expect(await sideways(page, paths)).toEqual([]);
});

/** An order that has the longest words which a list of staff shows: no space in the name, and an undecided payment. */
async function longestTexts(page: Page): Promise<void> {
  const { order } = await placeOrder(page);
  await db()`update public.transactions set status = 'expired', decided_at = now(), next_ask_at = null
    where order_id = ${order.id}`;
  await db()`update public.orders set customer_name = ${'Wambui'.repeat(20)}, status = 'failed' where id = ${order.id}`;
  onTestFinished(async () => {
    await db()`update public.orders set customer_name = 'Wambui' where id = ${order.id}`;
  });
}

test('a text of the owner with a mail address in a table does not scroll sideways', async () => {
  const { page } = await openShop();
  const address = 'warranty-and-returns@instruments-and-current.example';
  const table = `| Whom to ask\n| About | Write to\n| Warranty of an instrument | ${address}`;
  await page.route('**/api/shop-texts/terms*', (route) => route.fulfill({ json: table }));
  expect(await sideways(page, ['/terms'])).toEqual([]);
  await page.getByText(address).waitFor();
});
