import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

// Other test files on this stack also have searches without results.
beforeEach(async () => {
  await db()`delete from private.search_misses`;
});
afterEach(async () => {
  await db()`delete from public.search_synonyms where word = 'barafu'`;
});

test.each(onPhone)(
  'on %s the owner sees a search without results, adds a synonym, and the search finds products',
  async (_, viewport) => {
    const { page } = await openShop({ viewport, expected: [/status of 409/] });
    await page.goto('/search?q=Barafu');
    await page.getByText('Nothing in the shop matches that').waitFor();
    await signIn(page, 'admin');
    await page.goto('/admin/products');
    await page.getByRole('link', { name: 'Search Words', exact: true }).click();
    await page.getByText(/^Once, last on /).waitFor();
    expect(await page.getByRole('link', { name: 'barafu' }).getAttribute('href')).toBe('/search?q=barafu');

    const form = page.getByRole('form', { name: 'Add a word' });
    await form.getByRole('button', { name: 'Add Word' }).click();
    await form.getByText('Please enter one word').first().waitFor();
    await form.getByLabel('They type').fill('Betri');
    await form.getByLabel('They mean').fill('battery');
    await form.getByRole('button', { name: 'Add Word' }).click();
    await form.getByText('The search understands this already.').waitFor();
    await form.getByLabel('They type').fill('Barafu');
    await form.getByLabel('They mean').fill('dyness');
    await form.getByRole('button', { name: 'Add Word' }).dblclick();
    await page.getByText('Word Added').waitFor();

    await page.getByRole('button', { name: 'Done with barafu' }).click();
    await page.getByText('Every search of the last 90 days found something.').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Searches without a result');
    await page.goto('/search?q=barafu');
    await page.getByRole('link', { name: 'Dyness B4850 lithium battery 2.4 kWh', exact: true }).waitFor();
    await page.goto('/admin/products/search');
    await page.getByRole('button', { name: 'Remove barafu, dyness' }).click();
    await page.getByText('Word Removed').waitFor();
    expect(await db()`select 1 from public.search_synonyms where word = 'barafu'`).toHaveLength(0);
  },
);
