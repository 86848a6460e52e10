import { expect, test } from 'vitest';
import { shopCategories } from '../../supabase/functions/_shared/contract/products.ts';
import { openShop, phone } from './journey.ts';

test('on a phone the goods come first: a short hero, each category once, five cards on a screen and a half', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const hero = await boxOf('[aria-roledescription=carousel]');
  expect(hero.height).toBeLessThanOrEqual(330);
  const cards = await page
    .locator('article')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
  expect(cards[0]!.top).toBeLessThan(900);
  expect(cards.map(({ left }) => left).slice(0, 3)).toEqual([16, cards[1]!.left, 16]);
  expect(cards[4]!.bottom - cards[0]!.top).toBeLessThanOrEqual(1.5 * phone.height);
  const inHero = page.locator('[aria-roledescription=carousel]');
  expect(await inHero.getByRole('link', { name: /^(Shop Now|Browse Equipment)$/ }).count()).toBe(0);
});

test('four tiles and three chips lead to each category once, the chips where the header has no room for them', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  const tiles = page.getByRole('region', { name: 'Shop by Category' });
  const chips = page.getByRole('navigation', { name: 'More categories' });
  const leadTo = await tiles
    .or(chips)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  expect(leadTo).toHaveLength(7);
  expect(leadTo.slice(0, 4).sort()).toEqual(
    ['batteries', 'instruments', 'invertors', 'solar'].map((category) => `/category/${category}`),
  );
  expect(leadTo.sort()).toEqual(shopCategories.map((category) => `/category/${category}`).sort());
  const inHeader = page.getByRole('navigation', { name: 'Product categories' });
  const menu = page.getByRole('button', { name: 'Open menu' });
  for (const [width, isInHeader] of [
    [1023, false],
    [1024, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    const shown = [await inHeader.isVisible(), await chips.isVisible(), await menu.isVisible()];
    expect([width, ...shown]).toEqual([width, isInHeader, !isInHeader, !isInHeader]);
  }
});

test('a drawing never touches the figure above it', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/product/abem-terrameter-ls-2-64');
  const overlaps = await page.locator('main').evaluateAll(
    (cards) =>
      cards.filter((card) => {
        const figure = card.querySelector('[data-figure]')?.getBoundingClientRect();
        const drawing = card.querySelector('use')?.getBoundingClientRect();
        return figure && drawing && figure.bottom > drawing.top;
      }).length,
  );
  expect(overlaps).toBe(0);
});

test('on a phone the name of a featured product is whole, in two lines at most', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  const linesOfName = await page
    .locator('article h3')
    .evaluateAll((names) =>
      names.map((name) => name.scrollHeight / parseFloat(getComputedStyle(name).lineHeight)),
    );
  expect(linesOfName).toHaveLength(8);
  expect(Math.round(Math.max(...linesOfName))).toBeLessThanOrEqual(2);
});
