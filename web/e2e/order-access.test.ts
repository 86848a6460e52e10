import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { field, registered, expectText, signIn } from './account-holder.ts';
import { openShop, payOnBankPage, type Shop } from './journey.ts';
import { hasOrderedHere, placeOrder } from './shop-states.ts';
import { onPhone } from './widths.ts';

const numberOf = ({ id }: { id: string }) => `#IC-${id.slice(-8).toUpperCase()}`;
const contacts = ['Lovelace', 'ada@example.com', '254712345678', 'Milimani'];

async function showsNoContact(page: Page): Promise<void> {
  const words = await page.getByRole('main').innerText();
  for (const contact of contacts) expect(words).not.toContain(contact);
}

const isWithin = async (page: Page, { width }: { width: number }) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

/** A guest's order in a browser in which somebody, whom it returns, signs in afterwards. */
async function orderedBeforeSignIn(shop: Shop) {
  await hasOrderedHere(shop.page);
  await placeOrder(shop.page);
  return registered(shop);
}

test.each(onPhone)(
  'on %s an order is found by its number and phone, and paid without its contacts',
  async (_, viewport) => {
    const buyer = await openShop();
    const { order } = await placeOrder(buyer.page);
    const { page, site, stack } = await openShop({ viewport, expected: [/status of 404/] });
    await page.goto('/');
    await page.locator('footer').getByRole('link', { name: 'Find My Order' }).click();
    await page.getByRole('heading', { name: 'Find My Order' }).waitFor();
    await page.getByRole('button', { name: 'Find My Order' }).click();
    await expectText(page, 'Enter the order number');
    await field(page, 'Order Number').fill(numberOf(order));
    await field(page, 'Email or Phone').fill('bob@example.com');
    await page.getByRole('button', { name: 'Find My Order' }).click();
    await expectText(page, 'We found no order with this number and contact.');
    expect(await field(page, 'Order Number').inputValue()).toBe(numberOf(order));
    await isWithin(page, viewport);
    await field(page, 'Email or Phone').fill('0712 345 678');
    await page.getByRole('button', { name: 'Find My Order' }).click();

    await page.waitForURL(`${site}/order-confirmation/${order.id}#key=*`);
    await expectText(page, 'Shown without name, phone and address.');
    await showsNoContact(page);
    await isWithin(page, viewport);
    expect(await page.locator('main button', { hasText: /Cancel|New Link/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pay by Card' }).click();
    await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
    await payOnBankPage(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  },
);

test.each(onPhone)(
  'on %s a guest’s order is offered after signing in, and claimed with its contact',
  async (_, viewport) => {
    const shop = await openShop({ viewport, expected: [/status of 403/] });
    const { page } = shop;
    const who = await orderedBeforeSignIn(shop);
    await page.goto('/');
    await page.getByRole('link', { name: /^Add to My Account/ }).click();
    await page.getByRole('heading', { name: 'My Orders' }).waitFor();
    await expectText(page, 'This order was placed in this browser before you signed in.');
    await showsNoContact(page);
    await isWithin(page, viewport);
    // The details typed at registration prove nothing.
    await field(page, 'Email or phone on this order').fill(who['Email Address']);
    await page.getByRole('button', { name: 'Add to My Account' }).click();
    await expectText(page, 'This is not the e-mail or phone number of this order.');
    await field(page, 'Email or phone on this order').fill('ada@example.com');
    await page.getByRole('button', { name: 'Add to My Account' }).dblclick();
    await expectText(page, 'Order added');
    await expectText(page, 'Milimani');
  },
);

test.each(onPhone)(
  'on %s after the buyer makes a new link, the old one opens nothing and the new one opens the order, also in the same tab',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    const { order } = await placeOrder(page);
    const linkWith = (key = '') => `/order-confirmation/${order.id}#key=${encodeURIComponent(key)}`;
    const { page: theirs } = await openShop({ viewport, expected: [/status of 404/] });
    await theirs.goto(linkWith(order.linkKey));
    await expectText(theirs, 'Shown without name, phone and address.');

    await page.goto(`/order-confirmation/${order.id}`);
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Make a New Link' }).click();
    await page.getByRole('group', { name: 'Make a new link?' }).getByText('Make a New Link').click();
    await expectText(page, 'Earlier links of this order no longer work.');
    const { linkKey } = (await (await page.request.get(`/api/orders/${order.id}`)).json()) as typeof order;

    await theirs.reload();
    await expectText(theirs, 'A link may have been replaced by a newer one.');
    // Only the fragment changes: the browser does not reload the page.
    await theirs.goto(linkWith(linkKey));
    await expectText(theirs, 'Shown without name, phone and address.');
    await theirs.goto(linkWith(order.linkKey));
    await expectText(theirs, 'Order not found');
    // The outdated link has not replaced this tab's key.
    await theirs.goto(`/order-confirmation/${order.id}`);
    await expectText(theirs, 'Shown without name, phone and address.');
  },
);

test('signing in from the page of an order leads back to it, and to claiming it where it was placed', async () => {
  const shop = await openShop();
  const { page } = shop;
  await hasOrderedHere(page);
  const { order } = await placeOrder(page);
  const visitor = await openShop();
  const who = await registered(visitor);
  const address = `/order-confirmation/${order.id}#key=${order.linkKey ?? ''}`;

  // On another device: the link, with an account that the order does not belong to.
  const device = await openShop();
  await device.page.goto(address);
  await device.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await device.page.waitForURL('**/login');
  await signIn(device.page, who);
  await device.page.waitForURL(`**/order-confirmation/${order.id}`);
  await expectText(device.page, 'Sign in with the account that it belongs to, to see all of it.');
  expect(await device.page.getByRole('main').getByRole('link', { name: 'Sign in' }).count()).toBe(0);

  // In the browser in which a guest placed it.
  await page.goto(`/order-confirmation/${order.id}`);
  await expectText(page, 'Milimani');
  await page.locator('header').getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
  await signIn(page, who);
  await page.waitForURL(`**/order-confirmation/${order.id}`);
  await field(page, 'Email or phone on this order').fill('ada@example.com');
  await page.getByRole('button', { name: 'Add to My Account' }).click();
  await expectText(page, 'Milimani');
});

test.each(onPhone)('on %s a guest deletes the browser’s data, after confirmation', async (_, viewport) => {
  const shop = await openShop({ viewport });
  const { page, site } = shop;
  await hasOrderedHere(page);
  const { order } = await placeOrder(page);
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget This Browser' }).click();
  await page.waitForURL(`${site}/`);
  await expectText(page, 'This browser is forgotten');
  expect(await page.getByText('is waiting for your payment.').count()).toBe(0);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('shop.'))),
  ).toEqual([]);
  await page.goto('/orders');
  await expectText(page, 'No orders yet');
  expect((await page.request.get(`/api/orders/${order.id}`)).status()).toBe(404);
});
