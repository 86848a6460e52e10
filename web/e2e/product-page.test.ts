import { describe, expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { placeOrder, signIn } from './shop-states.ts';
import { db } from './shop-database.ts';
import { followLink } from './wait-for-page.ts';
import { onPhone } from './widths.ts';

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a product is opened from its category and added to the cart in the typed quantity', async () => {
    const { page } = await openShop({ viewport });
    await page.goto('/category/batteries');
    await page.getByRole('link', { name: 'Pylontech US5000 lithium battery 4.8 kWh', exact: true }).click();
    await page.waitForURL('**/product/pylontech-us5000-4-8kwh');
    await page.getByRole('heading', { level: 1, name: 'Pylontech US5000' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^Pylontech US5000/);
    expect(await page.title()).toContain('Pylontech US5000 lithium battery 4.8 kWh');
    const words = (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ');
    for (const part of [
      'KES 268,000',
      'Delivery in Kenya: 2-3 business days to major cities',
      'years of warranty from delivery',
    ])
      expect(words).toContain(part);
    expect(words).toMatch(/\b(In stock|Only \d in stock|Last one in stock)\./);
    const similar = page.getByRole('region', { name: 'Similar products' });
    expect(await similar.getByRole('link').count()).toBeGreaterThan(0);
    // The products it fits, under the reason; derived figures show how they were calculated.
    const fits = page.getByRole('region', { name: 'What it needs and what fits it' });
    await fits.getByRole('heading', { level: 3, name: 'Inverters, 48 V' }).waitFor();
    await fits.getByRole('link', { name: /Growatt SPF 5000 ES/ }).waitFor();
    const row = page.getByRole('row', { name: /^Price per kWh/ });
    expect((await row.innerText()).replace(/\s+/g, ' ')).toBe(
      'Price per kWh KES 55,833 worked out: price ÷ energy',
    );
    await page.getByLabel('Quantity', { exact: true }).last().fill('3');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText('Added to cart', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Cart/ }).click();
    const cart = page.getByRole('dialog', { name: 'Shopping Cart' });
    expect(await cart.getByRole('textbox', { name: /^Pieces of/ }).inputValue()).toBe('3');
    // The name links back to the page, and the drawer is closed.
    await cart.getByRole('link', { name: /Pylontech US5000/ }).click();
    await cart.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Pylontech US5000' }).waitFor();
  });
});

test('My Orders and the dashboard link to the page of a product', async () => {
  const { page } = await openShop();
  const { order } = await placeOrder(page);
  const { productId = '', productName = '' } = order.items[0] ?? {};
  await page.goto('/orders');
  await page.locator('article').getByRole('link', { name: productName, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: productName }).waitFor();
  // Opened by its id, then by its slug.
  await page.waitForURL((url) => url.pathname.startsWith('/product/') && !url.pathname.endsWith(productId));
  const { pathname } = new URL(page.url());
  await signIn(page, 'admin');
  await page.goto(`/admin/products/${productId}`);
  await page.getByRole('link', { name: 'See it in the shop' }).click();
  await page.waitForURL((url) => url.pathname === pathname);
});

test('an earlier URL redirects to the current one, an unknown one says so and is not indexed', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  const [product] = await db()`
    insert into public.products (slug, name, category, price, stock) values ('old-auger', 'Auger of the test', 'fridges', 900, 2)
    returning id`;
  await db()`update public.products set slug = 'new-auger' where id = ${product?.id as string}`;
  await page.goto('/product/old-auger');
  await page.waitForURL('**/product/new-auger');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain('/product/new-auger');
  // The site was built before the product was added: its page is rendered in the browser, with the same content.
  const data = page.locator('script[type="application/ld+json"]');
  await expect.poll(() => data.textContent()).toContain('"name":"Auger of the test"');
  await followLink(page, `/product/${product?.id as string}`);
  await page.waitForURL('**/product/new-auger');
  await db()`delete from public.products where id = ${product?.id as string}`;
  await followLink(page, '/product/no-such-auger');
  await page.getByRole('heading', { name: 'We do not sell this product' }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

test('the data sheet prints on one A4 page, without header and footer', async () => {
  const { page } = await openShop();
  for (const slug of ['abem-terrameter-sas-1000', 'deye-sun-12k-sg05lp3', 'victron-lithium-ng-51v-100ah']) {
    await (page.url().startsWith('http')
      ? followLink(page, `/product/${slug}`)
      : page.goto(`/product/${slug}`));
    await page.locator(`link[rel=canonical][href$="/${slug}"]`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Print' }).waitFor();
    const pdf = (await page.pdf({ format: 'A4', margin: { top: '12mm', bottom: '12mm' } })).toString(
      'latin1',
    );
    expect(pdf.match(/\/Type\s*\/Page\b/g), slug).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Add to Cart' }).isVisible()).toBe(false);
  expect(await page.getByText('Similar products').isVisible()).toBe(false);
  expect(await page.getByRole('table').isVisible()).toBe(true);
  await page.getByText(/^Instruments & Current · \+254.+ · \d{1,2} [A-Z][a-z]{2} \d{4}$/).waitFor();
  for (const pressable of await page.getByRole('main').locator('a, button, input').all())
    expect(await pressable.isVisible()).toBe(false);
});
