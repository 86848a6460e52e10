import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newProduct } from '../../supabase/tests/shop-cast.ts';
import { desktop, openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { holdRequests } from './shop-states.ts';

const cards = (page: Page) => page.locator('main article');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const filtersBeside = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const countOf = async (page: Page) =>
  Number(/\d+/.exec(await page.locator('main [role=status]').first().innerText())?.[0]);

test('on a desktop a battery for a 48 V inverter is found by its figures, cheapest kilowatt-hour first', async () => {
  const { page } = await openShop({ viewport: desktop });
  await page.goto('/category/batteries');
  await cards(page).first().waitFor();
  const all = await countOf(page);
  const option = filtersBeside(page)
    .getByRole('group', { name: 'Nominal voltage' })
    .getByRole('button', { name: /^51\.2 V/ });
  const promised = Number(
    /(\d+) products?$/.exec(await option.innerText())?.[1] ?? (await option.innerText()).split(/\s+/).at(-2),
  );
  await option.click();
  await page.waitForURL('**/category/batteries?spec.nominal_voltage=51.2..51.2');
  await expect.poll(() => countOf(page)).toBe(promised);
  expect(promised).toBeLessThan(all);
  await page.getByLabel('Sort by').selectOption({ label: 'Price per kWh' });
  await page.waitForURL('**/category/batteries?spec.nominal_voltage=51.2..51.2&sort=price_per_kwh');
  await page.reload();
  await cards(page).first().waitFor();
  expect(await cards(page).count()).toBe(promised);
  // The sorted figure is on the cards, in ascending order.
  const perKwh = await page.getByText(/^KES [\d,]+ per kWh$/).allInnerTexts();
  expect(perKwh.length).toBe(promised);
  const figures = perKwh.map((words) => Number(words.replaceAll(/\D/g, '')));
  const inStock = figures.slice(
    0,
    await page.locator('article').getByRole('button', { name: /^Add/ }).count(),
  );
  expect(inStock).toEqual([...inStock].sort((a, b) => a - b));
  // Each filter can be removed separately, and Back restores it.
  await page.getByRole('button', { name: 'Remove filter: Nominal voltage 51.2 V' }).click();
  await expect.poll(() => countOf(page)).toBe(all);
  await page.goBack();
  await expect.poll(() => countOf(page)).toBe(promised);
});

test('texts are chosen with their counts, several of one attribute, and are in the URL', async () => {
  const { page } = await openShop({ viewport: desktop });
  await page.goto('/category/batteries');
  await cards(page).first().waitFor();
  const chemistry = filtersBeside(page).getByRole('group', { name: 'Chemistry' });
  const lithium = chemistry.getByRole('button', { name: /^LiFePO4/ });
  const promised = Number(/(\d+)\s*products?$/.exec(await lithium.innerText())?.[1]);
  await lithium.click();
  await page.waitForURL('**/category/batteries?spec.chemistry=lifepo4');
  await expect.poll(() => countOf(page)).toBe(promised);
  await chemistry.getByRole('button', { name: /^Lead-acid/ }).click();
  await page.waitForURL((url) => url.searchParams.get('spec.chemistry') === 'lead-acid,lifepo4');
  await expect.poll(() => countOf(page)).toBeGreaterThan(promised);
  await page.reload();
  await page.getByRole('button', { name: 'Remove filter: Chemistry Lead-acid or LiFePO4' }).click();
  await page.waitForURL('**/category/batteries');
});

test('on a phone the filter sheet shows the count on its button before it closes', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/category/invertors');
  await cards(page).first().waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('group', { name: 'Battery voltage' }).getByRole('button', { name: /^48 V/ }).click();
  await sheet.getByLabel(/^In stock/).check();
  expect(new URL(page.url()).search, 'nothing is chosen yet').toBe('');
  const show = sheet.getByRole('button', { name: /^Show \d+ products?$/ });
  await expect.poll(() => show.getAttribute('aria-busy')).toBeNull();
  await expect.poll(() => show.innerText()).not.toBe('Show 12 products');
  const promised = Number(/\d+/.exec(await show.innerText())?.[0]);
  await show.click();
  await page.waitForURL('**/category/invertors?inStock=yes&spec.battery_voltage=48..48');
  await expect.poll(() => countOf(page)).toBe(promised);
  await page.getByRole('button', { name: 'Filters (2)', exact: true }).waitFor();
});

test('on a phone Back closes the sheet, its cross keeps what was ticked; after filters were applied it removes them', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Inverters/ })
    .first()
    .click();
  await heading(page, 'Inverters').waitFor();
  await page.getByText(/^\d+ products$/).waitFor();
  await cards(page).first().waitFor();
  const all = await countOf(page);
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  const open = page.getByRole('button', { name: 'Filters', exact: true });
  await open.click();
  await sheet.getByLabel(/^In stock/).check();
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/category/invertors');
  expect(await countOf(page), 'what was not applied is forgotten').toBe(all);

  await open.click();
  await sheet.getByLabel(/^In stock/).check();
  await sheet.getByRole('button', { name: 'Close filters' }).click();
  await page.waitForURL('**/category/invertors?inStock=yes');
  await page.goBack();
  await page.waitForURL('**/category/invertors');

  await open.click();
  await sheet.getByRole('button', { name: /^48 V/ }).first().click();
  await sheet.getByRole('button', { name: /^Show \d+ products?$/ }).click();
  await page.waitForURL(/spec\.battery_voltage=48\.\.48$/);
  await page.goBack();
  await page.waitForURL('**/category/invertors');
  await expect.poll(() => countOf(page)).toBe(all);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
});

test('when nothing matches, the page offers filters to remove', async () => {
  const { page } = await openShop();
  await page.goto('/category/batteries?brand=Pylontech&spec.nominal_voltage=24..24');
  await page.getByRole('heading', { name: 'Nothing matches all of these filters' }).waitFor();
  const offer = page.getByRole('button', { name: /^Without “Pylontech”/ });
  const promised = Number(/(\d+) products?$/.exec(await offer.innerText())?.[1]);
  await offer.click();
  await expect.poll(() => countOf(page)).toBe(promised);
  expect(await cards(page).count()).toBe(promised);
});

test('the next page of a list is a real link, and Back returns to the same position', async () => {
  const sql = db();
  const { page } = await openShop({ viewport: desktop });
  const made = await Promise.all(
    Array.from({ length: 60 }, (_, i) => newProduct(sql, { name: `Fridge ${i}`, price: 1000 + i })),
  );
  const count = await holdRequests(page, '/api/product-count?*');
  await page.goto('/category/fridges');
  await expect.poll(() => cards(page).count()).toBe(48);
  // The products are shown before they are counted.
  await page.getByText('1 to 48', { exact: true }).waitFor();
  count();
  await page.getByText(/^1 to 48 of \d+ products$/).waitFor();
  const next = page.getByRole('link', { name: /^Next \d+ products?$/ });
  const first = await cards(page).first().innerText();
  await next.scrollIntoViewIfNeeded();
  await cards(page).nth(40).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  const address = await next.getAttribute('href');
  expect(address).toMatch(/^\/category\/fridges\/after\/48\/[\w-]+$/);
  await next.evaluate((link: HTMLElement) => link.click());
  await page.getByText(/^49 to \d+ of \d+ products$/).waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await cards(page).first().innerText()).not.toBe(first);
  await page.goBack();
  await expect.poll(() => cards(page).count()).toBe(48);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await page.goto(address ?? '');
  await page.getByText(/^49 to \d+ of \d+ products$/).waitFor();
  await page.getByRole('link', { name: 'First page' }).click();
  await expect.poll(() => cards(page).first().innerText()).toBe(first);
  await sql`delete from public.products where id = any (${made.map(({ id }) => id)})`;
});

test('search results are filtered by a category and then by its figures', async () => {
  const { page } = await openShop({ viewport: desktop });
  await page.goto('/search?q=battery');
  await cards(page).first().waitFor();
  await filtersBeside(page)
    .getByRole('group', { name: 'Category' })
    .getByRole('button', { name: /^Batteries/ })
    .click();
  await page.waitForURL('**/search?q=battery&category=batteries');
  await filtersBeside(page).getByRole('group', { name: 'Energy' }).waitFor();
  await page.getByRole('button', { name: 'Remove filter: Batteries' }).waitFor();
  expect(await page.getByLabel('Sort by').inputValue()).toBe('relevance');
  await heading(page, '“battery”').waitFor();
});
