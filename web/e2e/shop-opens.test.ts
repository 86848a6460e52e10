import { expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { bothWidths } from './widths.ts';

test.each(bothWidths)(
  'the shop opens on %s without problems and without scrolling sideways',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  },
);

test('the categories contain the seeded catalogue', async () => {
  const [row] = await db()<{ count: number }[]>`select count(*)::integer as count from public.products`;
  expect(row?.count).toBeGreaterThanOrEqual(83);
});
