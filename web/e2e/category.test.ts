import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { mockResponse, holdRequests, productsOnSale } from './shop-states.ts';
import { onPhone } from './widths.ts';

const categories = [
  ['solar', 'Solar Systems', '85,000', 'complete kits'],
  ['batteries', 'Batteries', '95,000', 'deep-cycle storage'],
  ['instruments', 'Survey Instruments', '1,850,000', 'Resistivity meters'],
  ['invertors', 'Inverters', '125,000', 'three phase'],
  ['converters', 'DC Converters', '15,000', '12 and 24 volts'],
  ['pqwt', 'Water Detection', '385,000', 'groundwater'],
  ['gps', 'GPS Equipment', '85,000', 'RTK receivers'],
] as const;

async function cardNames(page: Page): Promise<string[]> {
  await page.locator('article').first().waitFor();
  return page.locator('article h3').allInnerTexts();
}

/** One figure of every card, in order. */
async function figuresAfter(page: Page, word: RegExp): Promise<number[]> {
  // Sold-out products come last, in their own order.
  const inStock = page.locator('article').filter({ hasNotText: 'Out of Stock' });
  const cards = await inStock.allTextContents();
  return cards.map((words) =>
    Number(new RegExp(`${word.source}\\s*([\\d.,]+)`).exec(words)?.[1]?.replaceAll(',', '')),
  );
}

test('each of the seven categories has its title, a sentence and the price it starts from', async () => {
  const { page } = await openShop();
  for (const [key, title, from, about] of categories) {
    await page.goto(`/category/${key}`);
    const heading = page.locator('main header');
    expect(await heading.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    const words = (await heading.innerText()).replaceAll('\u00a0', ' ');
    expect(words).toMatch(new RegExp(`from\\s+KES ${from}$`));
    expect(words, 'its own sentence').toContain(about);
  }
});

test('an unknown key is headed Products / Browse our selection and has no products', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  await page.goto('/category/drones');
  await page.getByRole('heading', { level: 1, name: 'Products', exact: true }).waitFor();
  await page.getByText('Browse our selection', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No products found', exact: true }).waitFor();
  await page.getByText("We don't have any products in this category yet.", { exact: true }).waitFor();
});

test('while a list is sorted anew, the old one stays without a time of its prices', async () => {
  const { page } = await openShop();
  await page.goto('/category/converters');
  const age = page.getByText(/^Prices and stock as of/);
  await age.waitFor();
  const release = await holdRequests(page, '/api/products/category/converters?*sort=name*');
  await page.getByLabel('Sort by').selectOption('name');
  await age.waitFor({ state: 'detached' });
  expect((await cardNames(page)).length).toBeGreaterThan(3);
  release();
  await age.waitFor();
});

test('a URL without a category shows that it was not found', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  await page.goto('/category');
  await page.getByRole('heading', { level: 1, name: 'Category not found', exact: true }).waitFor();
});

test.each(onPhone)(
  'on %s a category is sorted by price, rating or name, and the sort is in the URL',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.goto('/category/gps');
    const sort = page.getByLabel('Sort by');

    await cardNames(page);
    const prices = await figuresAfter(page, /KES/);
    expect(prices.length).toBeGreaterThan(5);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));

    await sort.selectOption({ label: 'Rating: high to low' });
    await page.waitForURL('**/category/gps?sort=rating');
    await page.reload();
    await cardNames(page);
    const ratings = await figuresAfter(page, /Rated/);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    expect(new Set(ratings).size).toBeGreaterThan(2);
    expect(await sort.inputValue()).toBe('rating');

    await sort.selectOption({ label: 'Name: A to Z' });
    await page.waitForURL('**/category/gps?sort=name');
    const order = new Intl.Collator('en-KE', { numeric: true }).compare;
    await expect
      .poll(async () => {
        const names = await page
          .locator('article')
          .filter({ hasNotText: 'Out of Stock' })
          .locator('h3')
          .allInnerTexts();
        return names.length > 5 && names.every((name, i) => i === 0 || order(names[i - 1] ?? '', name) <= 0);
      })
      .toBe(true);
    expect(await page.locator('article').last().innerText(), 'sold-out last').toContain('Out of Stock');
  },
);

test('the list shows data sheets; the view is in the URL and survives a reload and Back', async () => {
  const { page } = await openShop();
  await page.goto('/category/solar');
  await cardNames(page);
  expect(await page.locator('article dl').count()).toBe(0);
  await page.getByRole('button', { name: 'Data sheets' }).click();
  await page.waitForURL('**/category/solar?view=list');
  await page.locator('article dl').first().waitFor();
  await page.reload();
  await page.locator('article dl').first().waitFor();
  expect(await page.getByRole('button', { name: 'Data sheets' }).getAttribute('aria-pressed')).toBe('true');
  await page.locator('footer').getByRole('link', { name: 'Warranty' }).click();
  await page.waitForURL('**/warranty');
  await page.goBack();
  await page.waitForURL('**/category/solar?view=list');
  await page.getByRole('button', { name: 'Grid view' }).click();
  await page.waitForURL((url) => url.search === '');
  await page.locator('article dl').first().waitFor({ state: 'detached' });
});

test('on a desktop a category can be shown as a table of figures, usable by keyboard; a phone shows cards', async () => {
  const { page } = await openShop();
  await page.goto('/category/batteries?sort=price_per_kwh');
  await cardNames(page);
  await page.getByRole('button', { name: 'Table view' }).click();
  await page.waitForURL('**/category/batteries?sort=price_per_kwh&view=table');
  const table = page.getByRole('table', { name: 'Products and their figures' });
  for (const name of ['Product', 'Energy', 'Nominal voltage', 'Price', 'Stock', 'Compare', 'Cart'])
    await table.getByRole('columnheader', { name, exact: true }).waitFor();
  const row = table.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: /^Pylontech US5000/ }),
  });
  const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
  expect(cells).toEqual(expect.arrayContaining(['4.8 kWh', '48 V', expect.stringContaining('per kWh')]));
  // Tab order from the name: the check box, then the button.
  await row.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByText('One chosen. Choose another one.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('1 in your cart').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  await page.setViewportSize({ width: 1024, height: 768 });
  await table.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
  await page.setViewportSize({ width: 360, height: 740 });
  await table.waitFor({ state: 'detached' });
  await cardNames(page);
});

test('while a category is loading, skeleton cards are shown', async () => {
  const { page } = await openShop();
  const release = await holdRequests(page, '/api/products/category/pqwt?*');
  await page.goto('/category/pqwt?sort=name');
  await page.getByText('Loading products').waitFor({ state: 'attached' });
  expect(await page.locator('main ul[aria-hidden=true] > li').count()).toBe(8);
  release();
  await cardNames(page);
});

test('a category that cannot be loaded shows Error Loading Products once, and can be retried', async () => {
  const { page } = await openShop({ expected: [/status of 503/] });
  let requested = 0;
  page.on('request', (request) => (requested += request.url().includes('/api/products/category/') ? 1 : 0));
  const reply = { code: 'service_unavailable', message: 'The shop is not reachable.' };
  await mockResponse(page, '/api/products/category/gps?*', 503, reply);
  await page.goto('/category/gps?sort=name');
  await page.getByText('Error Loading Products', { exact: true }).waitFor();
  await page.getByText('Error loading products: The shop is not reachable.', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requested).toBe(1);
  await page.unroute('**/api/products/category/gps?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await cardNames(page);
});

test('a sold-out product cannot be added', async () => {
  const { page } = await openShop();
  await page.goto('/category/batteries');
  const name = 'Chloride Exide solar battery 200 Ah, set of 4';
  const button = page.locator('article').filter({ hasText: name }).getByRole('button');
  await button.waitFor();
  expect(await button.innerText()).toMatch(/^Out of Stock/);
  expect(await button.isDisabled()).toBe(true);
});

test('a picture that fails to load is replaced by the category in capitals', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  const [product] = await productsOnSale(page, 'gps');
  await mockResponse(page, '/api/products/category/gps?*', 200, [
    { ...product, imageUrl: '/assets/no-such-picture.png' },
  ]);
  await page.goto('/category/gps');
  // The prerendered list is shown until the response has come.
  await expect.poll(() => page.locator('article').count()).toBe(1);
  await page.locator('article').getByText('GPS', { exact: true }).waitFor();
  expect(await page.locator('article img').count()).toBe(0);
});

test('fetched data is not refetched, neither on Back nor when the tab is shown again', async () => {
  const { page } = await openShop();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requested.push(new URL(request.url()).pathname);
  });
  // Requests still running when a page is left are aborted.
  const all = ['/api/facets', '/api/products/category/gps'].map((path) =>
    page.waitForResponse((answer) => answer.url().includes(path)),
  );
  await page.goto('/category/gps');
  await cardNames(page);
  await Promise.all(all);
  await page.getByRole('link', { name: 'Batteries' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Batteries' }).waitFor();
  await cardNames(page);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'GPS Equipment' }).waitFor();
  await cardNames(page);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    // Bubbles like the browser's event, to the window, where the query client listens.
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('online'));
  });
  await page.waitForLoadState('networkidle');
  expect(requested.sort()).toEqual([
    '/api/facets',
    '/api/facets',
    '/api/products/category/batteries',
    '/api/products/category/gps',
  ]);
});
