import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { onPhone } from './widths.ts';

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
        const names = await page.locator('article').locator('h3').allInnerTexts();
        return names.length > 5 && names.every((name, i) => i === 0 || order(names[i - 1] ?? '', name) <= 0);
      })
      .toBe(true);
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
  const energies = async () =>
    (await table.locator('tbody tr td:nth-of-type(2)').allInnerTexts()).map((text) =>
      Number.parseFloat(text),
    );
  const sorted = (direction: string) =>
    table.locator(`th[aria-sort=${direction}]`, { hasText: 'Energy' }).waitFor();
  await table.getByRole('button', { name: 'Energy' }).click();
  await sorted('ascending');
  const ascending = await energies();
  expect(ascending).toEqual(ascending.toSorted((one, other) => one - other));
  await table.getByRole('button', { name: 'Energy' }).click();
  await sorted('descending');
  expect(await energies()).toEqual(ascending.toReversed());
  // Tab order from the name: the check box, then the button.
  await row.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByText('1 to compare. Choose another one.').waitFor();
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
