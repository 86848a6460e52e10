import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shopCategories } from '../../supabase/functions/_shared/contract/products.ts';
import { openShop, phone } from './journey.ts';
import { mockResponse, openHomeInApp, holdRequests, productsOnSale } from './shop-states.ts';
import { timersSet } from './wait-for-page.ts';
import { onPhone } from './widths.ts';

const reasons = { code: 'internal', message: 'The shelf fell down.' };

/** Opens the home page with a stopped clock; the first slide is shown. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T09:00:00Z') });
  await page.goto('/');
  await page.locator('article').first().waitFor();
  await page.clock.pauseAt(new Date('2026-11-21T10:00:00Z'));
}

async function slideShown(page: Page): Promise<string | null> {
  await timersSet(page);
  return page.locator('[aria-roledescription=slide]:not([inert])').getAttribute('aria-label');
}

/** Advances the clock until the next slide is shown; returns the slide. */
async function nextSlide(page: Page): Promise<string | null> {
  const before = await slideShown(page);
  for (let waited = 0; waited < 4000; waited += 100) {
    await page.clock.runFor(100);
    const now = await slideShown(page);
    if (now !== before) return now;
  }
  return before;
}

test('the carousel advances every 4 seconds and starts again after the last slide', async () => {
  const { page } = await openShop();
  await openWithStoppedClock(page);
  const first = await nextSlide(page);
  await page.clock.runFor(3899);
  expect(await slideShown(page)).toBe(first);
  const seen = [first];
  for (let count = 0; count < 4; count += 1) seen.push(await nextSlide(page));
  expect(new Set(seen).size).toBe(4);
  expect(seen[4]).toBe(first);
});

test('the carousel pauses while it is hovered or focused', async () => {
  const { page } = await openShop();
  await openWithStoppedClock(page);
  await page.mouse.move(300, 300);
  const watched = await slideShown(page);
  await page.clock.runFor(13_000);
  expect(await slideShown(page)).toBe(watched);
  await page.mouse.move(300, 890);
  const next = await nextSlide(page);
  expect(next).not.toBe(watched);
  await page.getByRole('link', { name: 'Shop Now' }).focus();
  await page.clock.runFor(13_000);
  expect(await slideShown(page)).toBe(next);
});

test('with reduced motion the carousel is paused until it is started', async () => {
  const { page } = await openShop({ context: { reducedMotion: 'reduce' } });
  await openWithStoppedClock(page);
  await page.clock.runFor(13_000);
  expect(await slideShown(page)).toBe('1 of 4');
  await page.getByRole('button', { name: 'Next slide' }).click();
  expect(await slideShown(page)).toBe('2 of 4');
  await page.getByRole('button', { name: 'Play the slides' }).waitFor();
});

test('Shop Now leads to solar systems, Browse Equipment to instruments', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  expect(await page.getByRole('link', { name: 'Shop Now' }).getAttribute('href')).toBe('/category/solar');
  const browse = page.getByRole('link', { name: 'Browse Equipment' });
  expect(await browse.getAttribute('href')).toBe('/category/instruments');
});

test('all categories are links below the carousel where the header has no room for them', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  const chips = page.getByRole('navigation', { name: 'All categories' });
  const leadTo = await chips
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(leadTo).toEqual(shopCategories.map((category) => `/category/${category}`));
  const inHeader = page.getByRole('navigation', { name: 'Product categories' });
  for (const [width, isInHeader] of [
    [1023, false],
    [1024, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    expect([width, await inHeader.isVisible(), await chips.isVisible()]).toEqual([
      width,
      isInHeader,
      !isInHeader,
    ]);
  }
});

test('the four trust badges, four category tiles and three testimonials are on the page', async () => {
  const { page } = await openShop();
  await page.goto('/');
  const words = await page.locator('main').innerText();
  for (const promise of ['Secure Payment', '24/7 Support', '2 Year Warranty'])
    expect(words).toContain(promise);
  expect(words).toMatch(/Free Delivery\s+Within Nairobi/);
  const tiles = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Shop by Category', exact: true }),
  });
  const leadTo = await tiles
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(leadTo).toEqual([
    '/category/solar',
    '/category/batteries',
    '/category/instruments',
    '/category/invertors',
  ]);
  expect(await page.locator('blockquote').count()).toBe(3);
});

test.each(onPhone)('on %s the first eight products of the shop are featured', async (_, viewport) => {
  const { page } = await openShop({ viewport });
  const release = await holdRequests(page, '/api/products?*');
  await openHomeInApp(page);
  const featured = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Featured Products', exact: true }),
  });
  await featured.getByRole('status').waitFor();
  expect(await featured.locator('li').count(), 'grey stand-ins').toBe(8);
  release();
  await featured.locator('article').first().waitFor();
  const first = (await productsOnSale(page)).slice(0, 8);
  const shown = featured.locator('article');
  expect(await shown.getByRole('heading').allInnerTexts()).toEqual(first.map(({ name }) => name));
  // Every card has picture, name, description, price, rating and button.
  for (const [index, product] of first.entries()) {
    const words = (await shown.nth(index).innerText()).replaceAll('\u00a0', ' ');
    expect(words).toContain(product.category.toUpperCase());
    expect(words).toContain(product.description.slice(0, 20));
    expect(words).toContain(product.price.toLocaleString('en-KE'));
    expect(words).toContain(Number(product.rating).toFixed(1));
    expect(words).toMatch(product.stock > 0 ? /Add to Cart/ : /Out of Stock/);
  }
  const linesOfName = await shown
    .locator('h3')
    .evaluateAll((names) =>
      names.map((name) => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)),
    );
  expect(Math.round(Math.max(...linesOfName))).toBeLessThanOrEqual(2);
});

test('when the products cannot be loaded, the page says why and asks once only', async () => {
  const { page } = await openShop({ expected: [/status of 500/] });
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/api/products?limit=8') ? 1 : 0));
  await mockResponse(page, '/api/products?*', 500, reasons);
  await openHomeInApp(page);
  await page.getByText('Error loading products: The shelf fell down.', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);
  await page.unroute('**/api/products?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.locator('article').first().waitFor();
});

test('a shop without products says so', async () => {
  const { page } = await openShop();
  await mockResponse(page, '/api/products?*', 200, []);
  await openHomeInApp(page);
  await page.getByText('No products available', { exact: true }).waitFor();
});

test.each(['success', 'failed'])(
  'a return from the bank with payment=%s is redirected to its page with its query string',
  async (outcome) => {
    const { page, site } = await openShop();
    await page.goto(`/?payment=${outcome}&Ecom_ConsumerOrderID=DON-7&TransactionIndex=T%201`);
    await page.waitForURL(
      `${site}/payment/${outcome}?payment=${outcome}&Ecom_ConsumerOrderID=DON-7&TransactionIndex=T%201`,
    );
    await page.getByText('DON-7', { exact: true }).waitFor();
  },
);
