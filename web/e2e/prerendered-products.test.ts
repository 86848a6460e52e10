import { randomUUID } from 'node:crypto';
import { formatKes } from '@contract/money.ts';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { mockResponse, holdRequests, productsOnSale } from './shop-states.ts';
import { broken } from './screen.ts';
import { onPhone } from './widths.ts';

const noScripts = /\/assets\/.*\.js failed: csp/;
/** Changes a product and restores it after the test. */
async function changed(slug: string, change: Record<string, string | number | boolean>): Promise<void> {
  const [before] = await db()`select ${db()(Object.keys(change))} from public.products where slug = ${slug}`;
  await db()`update public.products set ${db()(change)} where slug = ${slug}`;
  const now = (change.slug as string | undefined) ?? slug;
  onTestFinished(async () => {
    await db()`update public.products set ${db()(before as Record<string, string>)} where slug = ${now}`;
    if (now !== slug) await db()`delete from private.former_slugs where slug in (${slug}, ${now})`;
  });
}

/** The cumulative layout shift of the page. */
const movement = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number })[]) sum += entry.value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          add(observer.takeRecords());
          resolve(sum);
        }, 200);
      }),
  );

test.each(onPhone)(
  'on %s a category and a product can be read without scripts: price, date, and working links',
  async (_, viewport) => {
    const { page } = await openShop({
      viewport,
      expected: [noScripts],
      context: { javaScriptEnabled: false },
    });
    await page.goto('/category/instruments');
    expect((await page.locator('body').innerText()).trim()).toMatch(/^This shop needs JavaScript/);
    const card = page.locator('article').filter({ hasText: 'ABEM Terrameter SAS 1000' }).first();
    expect(await card.innerText()).toMatch(/1,850,000/);
    const age = /Prices and stock as of \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d\./;
    expect(await page.getByText(age).isVisible()).toBe(true);
    await card.getByRole('link', { name: 'ABEM Terrameter SAS 1000' }).first().click();
    await page.waitForURL('**/product/abem-terrameter-sas-1000');
    expect(await page.getByRole('heading', { level: 1, name: 'ABEM Terrameter SAS 1000' }).isVisible()).toBe(
      true,
    );
    const words = await page.getByRole('main').innerText();
    for (const text of ['1,850,000', '1 to 1000 mA', 'Similar products']) expect(words).toContain(text);
    expect(words).toMatch(/Price and stock as of \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d\./);
    // It could not keep a press.
    expect(await page.getByRole('button', { name: 'Add to Cart' }).isVisible()).toBe(false);
    expect(await page.locator('meta[name=robots]').count()).toBe(0);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /\/product\/abem-terrameter-sas-1000$/,
    );
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Survey Instruments' })
      .click();
    await page.waitForURL('**/category/instruments');
  },
);

test.each(onPhone)(
  'on %s prerendered products hydrate unchanged: nothing re-renders, nothing moves',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        for (const part of document.querySelectorAll('h1, article, main button, main li'))
          part.setAttribute('data-first-drawn', '');
      });
    });
    for (const path of [
      '/category/batteries',
      '/product/pqwt-tc300',
      '/product/deye-sun-5k-sg03lp1',
      '/product/chloride-exide-solar-200ah-set-4',
      '/product/abem-terrameter-sas-1000?utm_source=mail',
      '/',
    ]) {
      const refreshed = page.waitForResponse((answer) => answer.url().includes('/api/products'));
      await page.goto(path);
      await refreshed;
      await page.waitForLoadState('networkidle');
      expect(await page.locator('h1[data-first-drawn]').count(), path).toBe(1);
      if (!path.startsWith('/product'))
        expect(await page.locator('article:not([data-first-drawn])').count(), path).toBe(0);
      expect(await page.locator('title').count(), path).toBe(1);
      expect(await page.locator('link[rel=canonical]').count(), path).toBe(1);
      expect(await movement(page), path).toBeLessThanOrEqual(0.02);
    }
  },
);

test('Add to Cart waits for the current price, on the product page and in the list', async () => {
  const { page } = await openShop();
  await changed('pqwt-tc300', { price: 512_000 });
  for (const [path, call] of [
    ['/product/pqwt-tc300', '/api/products/*/page'],
    ['/category/pqwt', '/api/products/category/*?*'],
  ] as const) {
    const release = await holdRequests(page, call);
    await page.goto(path);
    const button = page.getByRole('button', { name: /^Add to Cart(.*PQWT-TC300|$)/ }).first();
    await button.click();
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    expect(await page.getByText('Added to cart', { exact: true }).count()).toBe(0);
    release();
    await page.getByText('Added to cart', { exact: true }).waitFor();
    const stored = await page.evaluate(() => localStorage.getItem('cart-storage'));
    expect(stored).toContain('512000');
    await page.evaluate(() => localStorage.clear());
    await page.unroute(`**${call}`);
  }
});

test('without the API the products stay, with the age of their prices and a retry button', async () => {
  const { page } = await openShop({ expected: [/status of 500/] });
  await mockResponse(page, '/api/products/*/page', 500, broken);
  await page.goto('/product/pqwt-tc300');
  await page.getByText('We could not refresh this.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'PQWT-TC300' }).waitFor();
  await page.unroute('**/api/products/*/page');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('We could not refresh this.').waitFor({ state: 'detached' });
});

test('a product that was renamed, archived or deleted since the build shows that', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  await changed('garmin-etrex-32x-twin', { slug: 'garmin-etrex-32x-pair' });
  await page.goto('/product/garmin-etrex-32x-twin');
  await page.waitForURL('**/product/garmin-etrex-32x-pair');
  await changed('pqwt-tc500', { is_active: false });
  await page.goto('/product/pqwt-tc500');
  await page.getByRole('heading', { name: 'We do not sell this product' }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('link[rel=canonical]').count()).toBe(0);
});

test('a product that is newer than the build works at once, in its category and on its page', async () => {
  const { page } = await openShop();
  const name = `Auger ${randomUUID().slice(0, 8)}`;
  const slug = name.toLowerCase().replace(' ', '-');
  await db()`insert into public.products (slug, name, category, price, stock) values (${slug}, ${name}, 'pqwt', 900, 2)`;
  onTestFinished(async () => {
    await db()`delete from public.products where slug = ${slug}`;
  });
  await page.goto('/category/pqwt');
  await page.getByRole('link', { name, exact: true }).first().waitFor();
  const answer = await page.goto(`/product/${slug}`);
  expect(answer?.status()).toBe(200);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByText('Added to cart', { exact: true }).waitFor();
});

test('every product on sale has a page with its price', async () => {
  const { page } = await openShop();
  const seeded = (await productsOnSale(page)).filter(({ createdAt }) => createdAt.startsWith('2026-01-05'));
  for (const { slug, price } of seeded) {
    const html = await (await page.request.get(`/product/${slug}`)).text();
    expect(html.replace(/<[^>]+>|&nbsp;|\u00a0/g, ' ').replace(/\s+/g, ' '), slug).toContain(
      formatKes(price).replace('\u00a0', ' '),
    );
  }
});
