import { beforeEach, expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

// Other test files on this stack also have searches without results.
beforeEach(async () => {
  await db()`delete from private.search_misses`;
});

test.each(onPhone)(
  'on %s the owner sees a search without results among the products',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.goto('/search?q=Barafu');
    await page.getByText('Nothing in the shop matches that').waitFor();
    await signIn(page, 'admin');
    await page.goto('/admin/products#not-found');
    await page.getByText(/^once, last on /).waitFor();
    expect(await page.getByRole('link', { name: 'barafu' }).getAttribute('href')).toBe('/search?q=barafu');
  },
);
