import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { field } from './account-holder.ts';
import { buyer, fillInDetails, goToTheBank, openCheckout } from './buyer.ts';
import { openShop, payOnBankPage, type Shop } from './journey.ts';
import { db } from './shop-database.ts';
import { holdRequests } from './shop-states.ts';
import { onPhone } from './widths.ts';

/** A product with little stock; archived after the test. */
async function newProduct(stock = 1): Promise<{ name: string }> {
  const name = `Auger ${randomUUID().slice(0, 8)}`;
  await db()`insert into public.products (slug, name, category, price, stock)
    values (${name.toLowerCase().replace(' ', '-')}, ${name}, 'pqwt', 12000, ${stock})`;
  onTestFinished(async () => {
    await db()`update public.products set is_active = false where name = ${name}`;
  });
  return { name };
}

/** Adds the product to the cart; the button is disabled when it is sold out. */
async function addToCart(page: Page, name: string): Promise<void> {
  await page.goto('/category/pqwt');
  await page.getByRole('button', { name: new RegExp(`^Add to Cart.*${name}`) }).click();
  await page.getByText(`${name} has been added to your cart.`).first().waitFor();
}

/** Sends the checkouts of several tabs at the same moment, while the replies are slow, and waits for the bank's page in each. */
async function payAtOnce(tabs: readonly Page[], gateway: string): Promise<void> {
  const releases = await Promise.all(tabs.map((tab) => holdRequests(tab, '/api/orders')));
  for (const tab of tabs) await tab.getByRole('button', { name: 'pay via Card' }).click();
  for (const tab of tabs) await tab.getByText('Redirecting to Payment...').first().waitFor();
  for (const release of releases) release();
  for (const tab of tabs) await tab.waitForURL((url) => url.href.startsWith(gateway));
}

const ordersOf = (email: string) => db()<{ id: string; status: string; traces: number }[]>`
  select o.id, o.status, (select count(*)::integer from public.transactions t where t.order_id = o.id) as traces
  from public.orders o where o.customer_email = ${email} order by o.created_at`;

const newAddress = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;

/** Fills in the checkout with a unique e-mail address; returns it. */
async function fillIn(page: Page, email = newAddress()): Promise<string> {
  await fillInDetails(page, { ...buyer, 'Email Address': email });
  return email;
}

async function anotherTab({ page }: Shop): Promise<Page> {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(15_000);
  return tab;
}

test.each(onPhone)(
  'on %s a buyer who closed the tab at the bank finds the order, the details and the last piece again, which is sold out for everybody else',
  async (_, viewport) => {
    const shop = await openShop({ viewport });
    const { page, site, stack } = shop;
    const { name } = await newProduct();
    await addToCart(page, name);
    await openCheckout(page);
    const email = await fillIn(page);
    await goToTheBank(page, stack.addresses.gateway);

    const tab = await anotherTab(shop);
    await page.close();
    await tab.goto('/');
    await tab.getByText('is waiting for your payment.').waitFor();
    const other = await openShop();
    await other.page.goto('/category/pqwt');
    await other.page.getByRole('button', { name: new RegExp(`^Reserved until.*${name}`) }).waitFor();
    await addToCart(tab, name);
    await openCheckout(tab);
    expect(await field(tab, 'Email Address').inputValue()).toBe(email);
    expect(await field(tab, 'Delivery Address').inputValue()).toBe(buyer['Delivery Address']);
    await goToTheBank(tab, stack.addresses.gateway);
    await payOnBankPage(tab, '4242424242424242');
    await tab.waitForURL(`${site}/payment/success?**`);
    expect(await ordersOf(email)).toMatchObject([{ status: 'paid', traces: 1 }]);
  },
);

test('a checkout submitted in two tabs while the reply is slow is one order with one payment', async () => {
  const shop = await openShop();
  const { name } = await newProduct(5);
  const { page, stack } = shop;
  await addToCart(page, name);
  await openCheckout(page);
  const email = await fillIn(page);
  const tab = await anotherTab(shop);
  await tab.goto('/checkout');
  await tab.getByRole('button', { name: 'pay via Card' }).waitFor();
  expect(await field(tab, 'Email Address').inputValue()).toBe(email);

  await payAtOnce([page, tab], stack.addresses.gateway);
  expect(await ordersOf(email)).toMatchObject([{ status: 'pending', traces: 1 }]);
});

test('two orders that two tabs of a new browser send at the same moment are both in My Orders', async () => {
  const shop = await openShop();
  const { name } = await newProduct(5);
  const { page, stack } = shop;
  await addToCart(page, name);
  await openCheckout(page);
  const email = await fillIn(page);
  const tab = await anotherTab(shop);
  await tab.goto('/checkout');
  await field(tab, 'Delivery Address').fill('Moi Avenue, Mombasa');

  await payAtOnce([page, tab], stack.addresses.gateway);
  const placed = await ordersOf(email);
  expect(placed).toHaveLength(2);
  await page.goto('/orders');
  for (const { id } of placed) await page.getByText(id.slice(-8).toUpperCase()).first().waitFor();
});

test('the same items with another address are a second order, and the page of the first says that its piece went there', async () => {
  const shop = await openShop();
  const { name } = await newProduct();
  const { page, stack } = shop;
  await addToCart(page, name);
  await openCheckout(page);
  const email = await fillIn(page);
  await goToTheBank(page, stack.addresses.gateway);

  await addToCart(page, name);
  await openCheckout(page);
  await field(page, 'Delivery Address').fill('Moi Avenue, Mombasa');
  await goToTheBank(page, stack.addresses.gateway);
  const [first, second] = await ordersOf(email);
  expect([first?.status, second?.status]).toEqual(['pending', 'pending']);
  await page.goto(`/order-confirmation/${first?.id}`);
  await page.getByText('Another order of yours needed items of this one').waitFor();
  await page.goto(`/order-confirmation/${second?.id}`);
  await page.getByText('The items of this order are kept for you until').waitFor();
});
