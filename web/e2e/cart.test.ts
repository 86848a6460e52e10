import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { desktop, openShop } from './journey.ts';
import { fillCart, productsOnSale } from './shop-states.ts';
import { animationsEnded } from './wait-for-page.ts';
import { onPhone } from './widths.ts';

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
async function openDrawer(page: Page): Promise<void> {
  await page.locator('header').getByRole('button', { name: /^Cart/ }).click();
  await drawerOf(page).waitFor();
}

/** Two converters with a large stock. */
async function twoProducts(page: Page): Promise<[Product, Product]> {
  const [first, second] = (await productsOnSale(page, 'converters')).filter(({ stock }) => stock > 10);
  return [first!, second!];
}

async function totalShown(page: Page): Promise<number> {
  const words = await drawerOf(page).getByText('Total', { exact: true }).locator('..').innerText();
  return Number(words.replace(/\D/g, ''));
}

/** The stored product and quantity of each line. */
function storedLines(page: Page): Promise<[string, number][]> {
  return page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('cart-storage') ?? '{}') as {
      state?: { items: { product: { id: string }; quantity: number }[] };
    };
    return (stored.state?.items ?? []).map(({ product, quantity }) => [product.id, quantity]);
  });
}

test('a drawer reaches the edge of the window, moves nothing, and is closed by Esc, its button and a click on the backdrop', async () => {
  const { page } = await openShop();
  await page.goto('/returns');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const before = await page.locator('main').boundingBox();
  const drawer = drawerOf(page);
  await openDrawer(page);
  await animationsEnded(drawer);
  const box = await drawer.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(desktop.width);
  expect(await page.locator('main').boundingBox()).toEqual(before);
  await drawer.getByText('Your cart is empty', { exact: true }).waitFor();
  expect(await drawer.getByText('Proceed to Checkout').count()).toBe(0);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await openDrawer(page);
  await drawer.getByRole('button', { name: 'Close cart' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await openDrawer(page);
  await page.mouse.click(200, 400);
  await drawer.waitFor({ state: 'hidden' });
});

test.each(onPhone)(
  'on %s adding twice makes one line of two, and every change updates the totals',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    const [first, second] = await twoProducts(page);
    await page.goto('/category/converters');
    const add = (product: Product) =>
      page.getByRole('button', { name: `Add to Cart : ${product.name}`, exact: true }).click();
    await add(first);
    await page.getByText('Added to cart', { exact: true }).waitFor();
    await page.getByText(`${first.name} has been added to your cart.`, { exact: true }).waitFor();
    await add(first);
    await add(second);
    await openDrawer(page);
    const drawer = drawerOf(page);
    const lines = drawer.getByRole('listitem');
    expect(await lines.count()).toBe(2);
    expect(await storedLines(page)).toEqual([
      [first.id, 2],
      [second.id, 1],
    ]);
    expect(await totalShown(page)).toBe(2 * first.price + second.price);

    // Each line has a picture, a name and a price.
    const words = (await lines.first().innerText()).replaceAll('\u00a0', ' ');
    expect(words).toContain(first.name);
    expect(words).toContain(`KES ${first.price.toLocaleString('en-KE')}`);
    // The icons of the buttons are inline svg; a picture is a file or from the sprite of drawings.
    expect(await lines.first().locator('img, svg:has(use)').isVisible()).toBe(true);
    // Many fit on a phone: the controls stand beside the picture.
    expect((await lines.last().boundingBox())?.height).toBeLessThanOrEqual(110);

    await drawer.getByRole('button', { name: `One more: ${second.name}` }).click();
    expect(await totalShown(page)).toBe(2 * first.price + 2 * second.price);
    await drawer.getByRole('button', { name: `One fewer: ${first.name}` }).click();
    expect(await totalShown(page)).toBe(first.price + 2 * second.price);
    await drawer.getByRole('button', { name: `One fewer: ${first.name}` }).click();
    expect(await lines.count(), 'a line at 0 is gone').toBe(1);
    expect(await totalShown(page)).toBe(2 * second.price);
    await drawer.getByRole('button', { name: `Remove ${second.name}` }).click();
    await drawer.getByText('Your cart is empty', { exact: true }).waitFor();
    expect(await storedLines(page)).toEqual([]);
  },
);

test('Proceed to Checkout closes the drawer and goes there', async () => {
  const { page } = await openShop();
  const [first] = await twoProducts(page);
  await fillCart(page, [[first, 1]]);
  await page.goto('/returns');
  await openDrawer(page);
  await drawerOf(page).getByText('Proceed to Checkout', { exact: true }).click();
  await page.waitForURL('**/checkout');
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await page.goBack();
  await page.waitForURL('**/returns');
  expect(await page.locator('dialog[open]').count()).toBe(0);
});

test('a cart whose code does not arrive says so, and opens after a reload', async () => {
  const { page } = await openShop({ expected: [/shop-cart-/] });
  const isOfCart = /shop-cart-.*\.js$/;
  await page.route(isOfCart, (route) => route.abort());
  await page.goto('/returns');
  const button = page.locator('header').getByRole('button', { name: /^Cart/ });
  await button.click();
  // It may be of an older release: the page is loaded again first.
  await page.getByText('The shop could not be reached.').waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await page.unroute(isOfCart);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await button.press('Enter');
  await drawerOf(page).getByText('Your cart is empty').waitFor();
});

test('two tabs share one cart', async () => {
  const { page } = await openShop();
  const [first, second] = await twoProducts(page);
  await page.goto('/category/converters');
  const other = await page.context().newPage();
  await other.goto('/category/converters');
  await page.getByRole('button', { name: `Add to Cart : ${first.name}`, exact: true }).click();
  await other.locator('header').getByRole('button', { name: 'Cart, 1 item' }).waitFor();
  await other.getByRole('button', { name: `Add to Cart : ${second.name}`, exact: true }).click();
  await page.locator('header').getByRole('button', { name: 'Cart, 2 items' }).waitFor();
  expect(await storedLines(page)).toEqual([
    [first.id, 1],
    [second.id, 1],
  ]);
});

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a line of many millions shows its amount and its buttons in full', async () => {
    const { page } = await openShop({ viewport });
    const [dear] = (await productsOnSale(page, 'instruments')).sort((a, b) => b.price - a.price);
    // More than in stock: the longest text beside the longest amount.
    await fillCart(page, [[{ ...dear!, price: 128_500_000 }, 2]]);
    await page.goto('/returns');
    await openDrawer(page);
    const line = drawerOf(page).getByRole('listitem').first();
    await animationsEnded(drawerOf(page));
    for (const part of await line.locator('button, input, [class*=price]').all()) {
      const { x, width } = (await part.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(viewport.width);
    }
    expect(await line.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test('a quantity can be typed, each line has its total, and a removed line is restored at its position', async () => {
    const { page } = await openShop({ viewport });
    const [first, second] = await twoProducts(page);
    await fillCart(page, [
      [first, 1],
      [second, 1],
    ]);
    await page.goto('/returns');
    await openDrawer(page);
    const drawer = drawerOf(page);
    const lines = drawer.getByRole('listitem');
    const pieces = drawer.getByLabel(`Pieces of ${first.name}`);
    await pieces.fill('7');
    await pieces.press('Enter');
    expect(await totalShown(page)).toBe(7 * first.price + second.price);
    expect((await lines.first().innerText()).replaceAll('\u00a0', ' ')).toContain(
      (7 * first.price).toLocaleString('en-KE'),
    );
    // More than in stock is reduced to the stock. An empty input keeps the quantity.
    await pieces.fill('999');
    await pieces.press('Enter');
    expect(await pieces.inputValue()).toBe(String(first.stock));
    await pieces.fill('');
    await pieces.blur();
    expect(await pieces.inputValue()).toBe(String(first.stock));

    await pieces.fill('1');
    await pieces.blur();
    await drawer.getByRole('button', { name: `One fewer: ${first.name}` }).click();
    expect(await storedLines(page)).toEqual([[second.id, 1]]);
    await drawer.getByRole('button', { name: 'Undo' }).click();
    expect(await storedLines(page)).toEqual([
      [first.id, 1],
      [second.id, 1],
    ]);
    await drawer.getByRole('button', { name: `Remove ${second.name}` }).click();
    await drawer.getByRole('button', { name: 'Undo' }).click();
    expect(await storedLines(page)).toHaveLength(2);
  });

  test('Back closes the drawer and stays on the page; closed by its button, Back leaves the page', async () => {
    const { page } = await openShop({ viewport });
    await page.goto('/warranty');
    await page.locator('footer').getByRole('link', { name: 'Returns' }).click();
    await page.getByRole('heading', { level: 1, name: 'Returns & Refunds' }).waitFor();
    await openDrawer(page);
    await drawerOf(page).waitFor();
    await page.goBack();
    await drawerOf(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/returns');
    await openDrawer(page);
    await drawerOf(page).getByRole('button', { name: 'Close cart' }).click();
    await drawerOf(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await page.waitForURL('**/warranty');
  });

  test('a double tap adds one; the toast shows the quantity and covers no button', async () => {
    const { page } = await openShop({ viewport });
    const [first] = await twoProducts(page);
    await page.goto('/category/converters');
    const button = page.getByRole('button', { name: `Add to Cart : ${first.name}`, exact: true });
    await button.dblclick();
    await page.getByText('1 in your cart', { exact: true }).waitFor();
    expect(await storedLines(page)).toEqual([[first.id, 1]]);
    await button.click();
    await page.getByText('2 in your cart', { exact: true }).waitFor();
    const toast = page.getByText('Added to cart', { exact: true }).locator('xpath=../..');
    await animationsEnded(toast);
    const covered = await toast.evaluate((card) => {
      const box = card.getBoundingClientRect();
      return [...document.querySelectorAll('button, input, select, [data-button]')]
        .filter((one) => !card.contains(one))
        .map((one) => ({ words: one.textContent, at: one.getBoundingClientRect() }))
        .filter(({ at }) => at.width > 0 && at.left < box.right && at.right > box.left)
        .filter(({ at }) => at.top < box.bottom && at.bottom > box.top)
        .map(({ words }) => words);
    });
    expect(covered).toEqual([]);
  });
});
