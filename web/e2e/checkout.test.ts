import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { buyer, fillInDetails, goToTheBank } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { fillCart, productsOnSale } from './shop-states.ts';

/** Opens the checkout with two converters in the cart. */
async function openCheckout(page: Page): Promise<Product> {
  const product = (await productsOnSale(page, 'converters')).find(({ stock }) => stock > 2);
  if (!product) throw new Error('No converter is left in the demo shop.');
  await fillCart(page, [[product, 2]]);
  await page.goto('/checkout');
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  return product;
}

function piecesInCart(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('cart-storage') ?? '{}') as {
      state?: { items: { quantity: number }[] };
    };
    return (stored.state?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  });
}

/** The status of a buyer's orders and of their transactions. */
const ordersOf = (email: string) => db()<{ status: string; transactions: string[] }[]>`
  select o.status, array(select t.status from public.transactions t where t.order_id = o.id order by t.created_at) as transactions
  from public.orders o where o.customer_email = ${email}`;

test('on a phone a line that is sold out is seen when the checkout opens, and is taken out there', async () => {
  const { page } = await openShop({ viewport: phone });
  const [first, second, last] = (await productsOnSale(page)).filter(({ stock }) => stock > 2);
  await page.route(`**/api/products/${last!.id}/page*`, async (route) => {
    const reply = await route.fetch();
    const sheet = (await reply.json()) as { product: Product };
    await route.fulfill({ response: reply, json: { ...sheet, product: { ...sheet.product, stock: 0 } } });
  });
  await fillCart(page, [
    [first!, 1],
    [second!, 1],
    [last!, 2],
  ]);
  await page.goto('/checkout');
  const note = page.getByText('Not available now. Remove it to continue.');
  await note.waitFor();
  expect(await note.evaluate((text) => text.getBoundingClientRect().bottom)).toBeLessThan(phone.height);
  await page.getByRole('button', { name: `Remove ${last!.name}` }).click();
  await expect.poll(() => note.count()).toBe(0);
  expect(await piecesInCart(page)).toBe(2);
});

test('a declined card ends on the failed page, and Try Again pays the same order', async () => {
  const { page, site, stack } = await openShop({ viewport: phone });
  const product = await openCheckout(page);
  const email = `again-${Date.now()}@example.com`;
  await fillInDetails(page);
  await page.getByLabel('Email Address').fill(email);
  await page.getByText('Buying for an organisation?').click();
  await page.getByLabel('Organisation').fill('Kisumu Water');
  await page.getByLabel('KRA PIN').fill('P05123456X');
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await page.getByText('A KRA PIN is a letter, nine digits and a letter').waitFor();
  await page.getByLabel('KRA PIN').fill('p051 234 567 x');
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '2121212121212121');
  await page.waitForURL(`${site}/payment/failed?**`);
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor();
  const returned = new URL(page.url()).searchParams;
  expect(returned.get('ErrorCode')).toMatch(/^[345]$/);
  // The bank's message is shown once the order is known.
  await expect.poll(() => page.locator('main').innerText()).toContain(returned.get('ErrorMessage'));
  expect(await ordersOf(email)).toEqual([{ status: 'failed', transactions: ['failed'] }]);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  expect(await piecesInCart(page)).toBe(2);
  await page.getByRole('heading', { name: 'Order Summary' }).click();
  await page.getByText(product.name).waitFor();
  expect(await page.getByLabel('Email Address').inputValue()).toBe(email);
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe(buyer['Delivery Address']);
  expect(await page.getByLabel('Organisation').inputValue()).toBe('Kisumu Water');
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  expect(await ordersOf(email)).toEqual([{ status: 'paid', transactions: ['failed', 'completed'] }]);
  await page.goto('/orders');
  await page.getByText('Kisumu Water, PIN P051234567X').waitFor();
});
