import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { onDesktop, onPhone } from './widths.ts';

const card = (page: Page, name: string) => page.locator('article').filter({ hasText: name }).first();

describe.each(onDesktop)('on %s', (_, viewport) => {
  test('a Terrameter for Kisumu: compared, delivery known, data sheet printed', async () => {
    const { page } = await openShop({ viewport });
    await page.goto('/category/instruments');
    for (const name of ['ABEM Terrameter SAS 1000', 'ABEM Terrameter LS 2'])
      await card(page, name)
        .getByLabel(/^Compare/)
        .check();
    const bar = page.getByRole('region', { name: 'Comparison' });
    await bar.getByText('2 to compare').waitFor();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL('**/compare?products=**');
    await page.getByRole('rowheader', { name: 'Model' }).waitFor();
    await page
      .getByRole('table')
      .getByRole('link', { name: /^ABEM Terrameter LS 2/ })
      .click();

    await page.waitForURL('**/product/abem-terrameter-ls-2-64');
    const said =
      '2-3 business days: by \\w{3} \\d+ \\w{3} if paid today \\(by card after the bank has paid us, by \\w{3} \\d+ \\w{3}\\), free, as for every ABEM Terrameter\\.';
    await page.getByText(new RegExp(`^Delivery: ${said}$`)).waitFor();
    await page.getByRole('button', { name: 'Choose your county' }).first().click();
    await page.getByLabel('Your county').first().fill('Kisumu');
    await page.getByText(new RegExp(`^Delivery to Kisumu: ${said}$`)).waitFor();

    await page.getByRole('button', { name: 'Print' }).waitFor();
    const pdf = await page.pdf({ format: 'A4', margin: { top: '12mm', bottom: '12mm' } });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('table').isVisible()).toBe(true);
  });
});

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a battery for a 48 V inverter, by KES per kWh', async () => {
    const { page } = await openShop({ viewport });
    await page.goto('/category/batteries');
    await card(page, 'Pylontech US5000').waitFor();
    if (viewport === phone) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const filters =
      viewport === phone
        ? page.getByRole('dialog', { name: 'Filters' })
        : page.getByRole('complementary', { name: 'Filters' });
    await filters.getByLabel('Nominal voltage, from, V').fill('48');
    await filters.getByLabel('Nominal voltage, to, V').fill('51.2');
    await page.keyboard.press('Enter');
    if (viewport === phone) await filters.getByRole('button', { name: /^Show \d+ products$/ }).click();
    await page.waitForURL(/spec\.nominal_voltage=48\.\.51\.2/);
    await page.getByLabel('Sort by').selectOption({ label: 'Price per kWh' });
    await page.waitForURL(/sort=price_per_kwh/);
    await expect.poll(() => page.getByText(/^KES [\d,]+ per kWh$/).count()).toBeGreaterThan(5);
    const first = page.locator('article').first();
    const cheapest = await first.getByText(/per kWh$/).innerText();

    await first.getByRole('heading').getByRole('link').click();
    await page.waitForURL('**/product/*');
    // The battery's page shows the same figure, and what is on a bank of 48 V.
    await page
      .getByRole('row')
      .filter({ hasText: 'Price per kWh' })
      .getByText(cheapest.replace(' per kWh', ''))
      .waitFor();
    await page.getByRole('heading', { level: 3, name: 'Solar chargers, 48 V' }).waitFor();
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await page.getByText('1 in your cart').waitFor();
  });
});
