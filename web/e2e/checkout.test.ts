import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { buyer, fillInDetails, goToTheBank } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { fillCart, holdRequests, productsOnSale } from './shop-states.ts';
import { openTwelveLines } from './checkout-screens.ts';
import { bothWidths, onPhone } from './widths.ts';

const payButton = (page: Page) => page.locator('button[type=submit]');

/** Opens the checkout with two converters in the cart. */
async function openCheckout(page: Page, change: Partial<Product> = {}): Promise<Product> {
  const product = (await productsOnSale(page, 'converters')).find(({ stock }) => stock > 2);
  if (!product) throw new Error('No converter is left in the demo shop.');
  await fillCart(page, [[{ ...product, ...change }, 2]]);
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

async function toast(page: Page, title: string, description: string): Promise<void> {
  const region = page.getByRole('region', { name: 'Notifications (F8)' });
  await region.getByText(title, { exact: true }).waitFor();
  await region.getByText(description, { exact: true }).waitFor();
}

test.each(onPhone)('on %s the form has five details and the summary adds up', async (_, viewport) => {
  const { page } = await openShop({ viewport });
  const product = await openCheckout(page);
  const fields = {
    'First Name': ['text', 'given-name'],
    'Last Name': ['text', 'family-name'],
    'Email Address': ['email', 'email'],
    'Phone Number': ['tel', 'tel'],
    'Delivery Address': [null, 'street-address'],
  };
  for (const [label, [type, autocomplete]] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    expect(await field.getAttribute('type')).toBe(type);
    expect(await field.getAttribute('autocomplete')).toBe(autocomplete);
    expect(await field.getAttribute('required')).not.toBeNull();
  }
  expect(await payButton(page).innerText()).toBe('pay via Card');
  const summary = page.getByRole('heading', { name: 'Order Summary' });
  await summary.click();
  await page.getByText(product.name).waitFor();
  const words = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  expect(words).toContain(`2 × KES ${product.price.toLocaleString('en-KE')}`);
  // Shown in the summary and beside the button.
  const total = `Total KES ${(2 * product.price).toLocaleString('en-KE')}`;
  expect(words.replace(/\s+/g, ' ').split(total)).toHaveLength(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
});

test('an empty cart says so and links back to the shop', async () => {
  const { page } = await openShop();
  await page.goto('/checkout');
  await page.getByRole('heading', { name: 'Your cart is empty', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
});

test('a cart that another tab empties is announced before the form disappears', async () => {
  const { page } = await openShop();
  await openCheckout(page);
  const other = await page.context().newPage();
  await other.goto('/returns');
  await other.evaluate(() => localStorage.removeItem('cart-storage'));
  await toast(page, 'Empty Cart', 'Please add items to your cart before checking out');
  await page.getByRole('heading', { name: 'Your cart is empty', exact: true }).waitFor();
});

test('the button says Redirecting to Payment... during the request', async () => {
  const { page, stack } = await openShop();
  await openCheckout(page);
  await fillInDetails(page);
  const release = await holdRequests(page, '/api/orders');
  await payButton(page).click();
  await page.getByText('Redirecting to Payment...', { exact: true }).waitFor();
  expect(await payButton(page).getAttribute('aria-busy')).toBe('true');
  release();
  await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
});

test('the form for the bank is complete, waits 200 ms, and only then is the cart emptied', async () => {
  const { page, site, stack } = await openShop();
  await page.clock.install();
  const product = await openCheckout(page);
  await fillInDetails(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await payButton(page).click();
  const form = page.locator('form[action*="/Lite/Authorise.aspx"]');
  await form.waitFor({ state: 'attached' });
  const fields = await form.evaluate((element) =>
    Object.fromEntries([...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, value])),
  );
  const cents = String(2 * product.price * 100);
  expect(fields).toMatchObject({
    Lite_Order_Amount: cents,
    Lite_Order_LineItems_Product_1: 'Purchase',
    Lite_Order_LineItems_Quantity_1: '1',
    Lite_Order_LineItems_Amount_1: cents,
    Lite_ConsumerOrderID_PreFix: 'DONATION',
    Ecom_ConsumerOrderID: expect.stringMatching(/^DON-\d{1,6}$/) as string,
    Ecom_BillTo_Online_Email: 'akinyi@example.com',
    Lite_Merchant_ApplicationId: expect.stringMatching(/./) as string,
    Lite_Website_Successful_Url: expect.stringMatching(`^${site}/payment/success`) as string,
    Lite_Website_Fail_Url: expect.stringMatching(`^${site}/payment/failed`) as string,
    Lite_Website_TryLater_Url: expect.stringMatching(`^${site}/payment/try-later`) as string,
    Lite_Website_Error_Url: expect.stringMatching(`^${site}/payment/error`) as string,
  });
  expect(await form.getAttribute('method')).toMatch(/^post$/i);
  await page.clock.runFor(190);
  expect(page.url()).toBe(`${site}/checkout`);
  expect(await piecesInCart(page)).toBe(2);
  await page.clock.runFor(20).catch(() => {});
  await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
  await page.clock.resume();
  await page.goto(`${site}/returns`);
  expect(await piecesInCart(page)).toBe(0);
});

test('when the bank’s form cannot be sent, the busy state ends, the form is removed and the cart is kept', async () => {
  const { page } = await openShop();
  await openCheckout(page);
  await fillInDetails(page);
  await page.evaluate(() => {
    HTMLFormElement.prototype.submit = () => {
      throw new Error('not today');
    };
  });
  await payButton(page).click();
  await toast(page, 'Order Failed', 'Failed to create order. Please try again.');
  await expect.poll(() => payButton(page).innerText()).toBe('pay via Card');
  expect(await page.locator('form[action*="/Lite/"]').count()).toBe(0);
  expect(await piecesInCart(page)).toBe(2);
});

test('a refusal shows the shop’s message, and the typed details stay', async () => {
  const { page } = await openShop({ expected: [/status of 409/] });
  await openCheckout(page, { price: 14_000 });
  await fillInDetails(page);
  await payButton(page).click();
  await toast(
    page,
    'Order Failed',
    'A price has changed since you added the item. Please check the new total.',
  );
  await page.getByText(/^Price is now KES/).waitFor();
  expect(await payButton(page).innerText()).toBe('pay via Card');
  expect(await page.getByLabel('First Name').inputValue()).toBe('Akinyi');
  expect(await piecesInCart(page)).toBe(2);
});

test('when the reply is lost, pressing again does not make a second order', async () => {
  const { page, stack } = await openShop({ expected: [/api\/orders/] });
  await openCheckout(page);
  const email = `lost-${Date.now()}@example.com`;
  await fillInDetails(page);
  await page.getByLabel('Email Address').fill(email);
  let isFirst = true;
  await page.route('**/api/orders', async (route) => {
    if (!isFirst || route.request().method() !== 'POST') return route.fallback();
    isFirst = false;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await payButton(page).click();
  await toast(page, 'Order Failed', 'Failed to create order. Please try again.');
  await page.getByText('Ordering needs a connection.').waitFor();
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe(buyer['Delivery Address']);
  await goToTheBank(page, stack.addresses.gateway);
  const transactions =
    await db()`select 1 from public.orders o join public.transactions t on t.order_id = o.id
    where o.customer_email = ${email}`;
  expect(transactions).toHaveLength(1);
});

test('Try Again after a declined card pays the same order', async () => {
  const { page, site, stack } = await openShop({ viewport: phone });
  const product = await openCheckout(page);
  const email = `again-${Date.now()}@example.com`;
  await fillInDetails(page);
  await page.getByLabel('Email Address').fill(email);
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '2121212121212121');
  await page.waitForURL(`${site}/payment/failed?**`);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  expect(await piecesInCart(page)).toBe(2);
  await page.getByRole('heading', { name: 'Order Summary' }).click();
  await page.getByText(product.name).waitFor();
  expect(await page.getByLabel('Email Address').inputValue()).toBe(email);
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe(buyer['Delivery Address']);
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  const orders = await db()<{ status: string; transactions: string[] }[]>`
    select o.status, array(select t.status from public.transactions t where t.order_id = o.id order by t.created_at) as transactions
    from public.orders o where o.customer_email = ${email}`;
  expect(orders).toEqual([{ status: 'paid', transactions: ['failed', 'completed'] }]);
});

test.each(bothWidths)(
  'on %s with twelve lines the total and the button stay on screen, wherever the page is scrolled',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await openTwelveLines(page);
    const fold = page.locator('details summary');
    if (viewport === phone) await fold.click();
    const button = page.getByRole('button', { name: 'pay via Card' });
    const total = page.locator('form p', { hasText: /^Total/ });
    const positionOf = async (part: typeof button) => (await part.boundingBox()) ?? { y: -1, height: 0 };
    const tallest = await page.evaluate(() => document.documentElement.scrollHeight);
    const last = await page
      .locator('footer')
      .evaluate((foot) => foot.getBoundingClientRect().top + window.scrollY);
    for (const top of [0, tallest / 4, tallest / 2, last - viewport.height]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      const [ofButton, ofTotal] = [await positionOf(button), await positionOf(total)];
      for (const place of [ofButton, ofTotal]) {
        expect(place.y, `from ${top}`).toBeGreaterThanOrEqual(0);
        expect(place.y + place.height, `from ${top}`).toBeLessThanOrEqual(viewport.height);
      }
      expect(Math.abs(ofButton.y - ofTotal.y)).toBeLessThan(80);
    }
  },
);
