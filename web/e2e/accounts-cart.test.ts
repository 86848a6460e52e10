import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cartButton, field, person, registered, expectText, signIn, signOut } from './account-holder.ts';
import { buyer, fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { desktop, openShop, payOnBankPage, phone, type Shop } from './journey.ts';
import { db } from './shop-database.ts';
import { onPhone } from './widths.ts';

async function orderOf(page: Page, stack: Shop['stack']): Promise<string> {
  await openCheckout(page);
  const email = `order-${randomUUID().slice(0, 8)}@example.com`;
  await fillInDetails(page);
  await page.getByLabel('Email Address', { exact: true }).fill(email);
  await goToTheBank(page, stack.addresses.gateway);
  const [row] = await db()<{ id: string }[]>`select id from public.orders where customer_email = ${email}`;
  return row?.id ?? '';
}

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a guest’s cart moves into their new account, the order once it is claimed, and both are on another device', async () => {
    const shop = await openShop({ viewport });
    const { page, site, stack } = shop;
    await putIntoCart(page, 'converters');
    const orderId = await orderOf(page, stack);
    await page.goto(site);
    const wish = await putIntoCart(page, 'pqwt');
    await page.goto('/register');
    const who = person();
    for (const [label, value] of Object.entries(who)) await field(page, label).fill(value);
    await page.getByRole('button', { name: 'Create Account' }).dblclick();
    await expectText(page, 'Registration Successful');
    await page.waitForURL(`${site}/`);
    await cartButton(page, 'Cart, 1 item');
    await page.goto('/orders');
    await field(page, 'Email or phone on this order').fill(buyer['Phone Number']);
    await page.getByRole('button', { name: 'Add to My Account' }).click();
    await expectText(page, buyer['Delivery Address']);

    const other = await openShop({ viewport });
    await signIn(other.page, who);
    await other.page.waitForURL(`${site}/`);
    await cartButton(other.page, 'Cart, 1 item');
    await other.page.getByRole('button', { name: /^Cart/ }).click();
    await other.page.getByRole('dialog').getByRole('heading', { name: wish }).waitFor();
    await other.page.goto('/orders');
    await expectText(other.page, `#${orderId.slice(-8).toUpperCase()}`);
  });

  test('carts are merged once; they are removed at sign-out and restored at the next sign-in', async () => {
    const shop = await openShop({ viewport });
    const { page } = shop;
    const who = await registered(shop);
    // Earlier tests must not leave too little stock.
    await db()`update public.products set stock = stock + 10 where category in ('converters', 'pqwt')`;
    await page.goto('/');
    const kept = await putIntoCart(page, 'converters');
    await cartButton(page, 'Cart, 1 item');
    await signOut(page, who);
    await cartButton(page, 'Cart');
    expect(await page.evaluate(() => localStorage.getItem('cart-storage'))).not.toContain(kept);

    await putIntoCart(page, 'converters');
    await putIntoCart(page, 'pqwt');
    await signIn(page, who);
    await cartButton(page, 'Cart, 3 items');
    await page.reload();
    await cartButton(page, 'Cart, 3 items');
    const tab = await page.context().newPage();
    await tab.goto('/');
    await cartButton(tab, 'Cart, 3 items');

    // The other tab sees each change, and so does the next device.
    const saved = tab.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await tab.getByRole('button', { name: /^Cart/ }).click();
    await tab
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await cartButton(page, 'Cart, 2 items');
    await saved;
    const other = await openShop({ viewport });
    await signIn(other.page, who);
    await cartButton(other.page, 'Cart, 2 items');
  });
});

test('paid items are removed from the cart on every device', async () => {
  const shop = await openShop({ viewport: phone });
  const { page, site, stack } = shop;
  const who = await registered(shop);
  await putIntoCart(page, 'converters');
  const other = await openShop({ viewport: desktop });
  await signIn(other.page, who);
  await cartButton(other.page, 'Cart, 1 item');
  await orderOf(page, stack);
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  await cartButton(page, 'Cart');
  await other.page.reload();
  await cartButton(other.page, 'Cart');
});

test('whoever signs out in one tab is gone from the others, and nothing typed there is stored any more', async () => {
  const shop = await openShop();
  const { page } = shop;
  const who = await registered(shop);
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  const email = field(page, 'Email Address');
  await expect.poll(() => email.inputValue()).toBe(who['Email Address']);
  const other = await page.context().newPage();
  await other.goto('/');
  await signOut(other, who);
  await expectText(page, 'Your cart is empty');
  expect(await page.getByText(who['Full Name']).count()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(who['Email Address']);
});
