import { expect, test } from 'vitest';
import { shopCategories } from '../../supabase/functions/_shared/contract/products.ts';
import { openShop, phone } from './journey.ts';

test('all categories are links below the carousel where the header has no room for them', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/');
  const chips = page.getByRole('navigation', { name: 'All categories' });
  const leadTo = await chips
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(leadTo).toEqual(shopCategories.map((category) => `/category/${category}`));
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
