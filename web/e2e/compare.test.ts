import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { onPhone } from './widths.ts';

test.each(onPhone)(
  'on %s two Terrameters are chosen in their category and compared; the comparison can be shared',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.goto('/category/instruments');
    for (const name of ['ABEM Terrameter SAS 1000', 'ABEM Terrameter LS 2'])
      await page
        .locator('article')
        .filter({ hasText: name })
        .first()
        .getByLabel(/^Compare/)
        .check();
    const bar = page.getByRole('region', { name: 'Comparison' });
    await bar.getByText('2 to compare').waitFor();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL(/\/compare\?products=abem-terrameter-[\w-]+,abem-terrameter-[\w-]+$/);
    const table = page.getByRole('table');
    const row = (label: string) =>
      table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label }) });
    await row('Brand').waitFor();
    expect(await row('Brand').getByRole('cell').allInnerTexts()).toEqual(['ABEM', 'ABEM']);
    const models = await row('Model').getByRole('cell').allInnerTexts();
    expect(new Set(models).size).toBe(2);
    await page.getByLabel('Differences only').check();
    await row('Brand').waitFor({ state: 'detached' });
    expect(await row('Model').count()).toBe(0);
    expect(await table.getByRole('row').filter({ hasText: 'differs' }).count()).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    // The link shows the same to others; removing a product changes the URL.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await row('Brand').waitFor();
    await page.getByRole('button', { name: /^Remove ABEM Terrameter SAS 1000/ }).click();
    await page.waitForURL(/\/compare\?products=abem-terrameter-ls-2[\w-]*$/);
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(1);
  },
);

test('on a phone the page stays as wide as the screen, the columns scroll and the labels stay', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/compare?products=pylontech-us5000-4-8kwh,deye-se-g5-1-pro-5-12kwh,dyness-b4850-2-4kwh');
  const label = page.getByRole('rowheader', { name: /^Energy/ });
  const before = await label.boundingBox();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.getByRole('columnheader').nth(2).scrollIntoViewIfNeeded();
  expect((await label.boundingBox())?.x).toBe(before?.x);
});
