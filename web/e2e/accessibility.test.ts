import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buyer } from './buyer.ts';
import { desktop, openShop, payOnBankPage, phone } from './journey.ts';
import { fillCart, productsOnSale, signIn } from './shop-states.ts';

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${String(target)}.`);
}

test('the whole purchase is made by keyboard alone', async () => {
  const { page, site, stack } = await openShop();
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'DC Converters' }).first());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'DC Converters' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: /^Add to Cart/ }).first());
  await page.keyboard.press('Enter');
  await page.getByText('Added to cart', { exact: true }).waitFor();
  const cart = page.locator('header').getByRole('button', { name: 'Cart, 1 item' });
  // Backwards: the header is before the filters and the shelf.
  for (let presses = 0; presses < 100; presses += 1) {
    if (await cart.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByText('Proceed to Checkout', { exact: true }).locator('..'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  for (const [label, value] of Object.entries(buyer)) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
  await tabTo(page, page.getByRole('button', { name: 'pay via Card' }));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: 'View Order', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Order Confirmation' }).waitFor();
});

test.each([
  ['cart', desktop, /^Cart/, 'Shopping Cart'],
  ['menu', phone, 'Open menu', 'Menu'],
] as const)('the drawer of the %s traps the focus and restores it', async (_, viewport, opener, title) => {
  const { page } = await openShop({ viewport });
  const [product] = (await productsOnSale(page, 'converters')).filter(({ stock }) => stock > 0);
  await fillCart(page, [[product!, 1]]);
  await page.goto('/returns');
  const button = page.locator('header').getByRole('button', { name: opener });
  await button.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.waitFor();
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    // Between the last stop and the first, the browser's own UI may have the focus; never the page behind.
    const isInside = await drawer.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the user menu opens and closes by keyboard and restores the focus', async () => {
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto('/returns');
  const button = page.getByRole('button', { name: 'Wanjiru Kamau' });
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await tabTo(page, page.getByRole('button', { name: 'Sign Out' }), 6);
  await page.keyboard.press('Escape');
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('removing a cart line moves the focus to the next one, and is announced', async () => {
  const { page } = await openShop();
  const [first, second] = (await productsOnSale(page, 'converters')).filter(({ stock }) => stock > 0);
  await fillCart(page, [
    [first!, 1],
    [second!, 1],
  ]);
  await page.goto('/returns');
  await page.locator('header').getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
  await drawer.getByRole('button', { name: `Remove ${first!.name}` }).press('Enter');
  await drawer.getByRole('status').getByText(`${first!.name} has been removed.`).waitFor();
  expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await drawer.getByRole('button', { name: `Remove ${second!.name}` }).press('Enter');
  await drawer.getByText('Your cart is empty').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Shopping Cart');
});

test('updates are announced: toasts, counts, failures, the state of a payment', async () => {
  const { page } = await openShop({ expected: [/status of 500/] });
  // Not the first product: other tests may have bought its stock since the page was built.
  const product = (await productsOnSale(page, 'converters')).find(({ stock }) => stock > 0);
  await page.goto('/category/converters');
  await page
    .getByRole('status')
    .getByText(/^\d+ products$/)
    .waitFor();
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .filter({ hasText: product?.name ?? 'nothing is left' })
    .click();
  const live = page.locator('[aria-live=polite]').getByText('Added to cart', { exact: true });
  await live.waitFor();
  await page.goto('/payment/try-later');
  await page.getByRole('status').getByText('Payment Processing').waitFor();
  await page.route('**/api/orders*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/orders');
  await page
    .getByRole('alert')
    .getByText(/^Error loading orders: 500: /)
    .waitFor();
});
