import { expect, test } from 'vitest';
import { fillInDetails, goToTheBank, openCheckout } from './buyer.ts';
import { openShop, payOnBankPage } from './journey.ts';
import { onPhone } from './widths.ts';

/** A 48 V site, and a converter that is for 24 V. */
const wrongSite = [
  'deye-sun-5k-sg03lp1',
  'yiy-lfp48200h-10-24kwh',
  'ja-solar-550w-panel-pack-5',
  'victron-orion-tr-24-12-20',
];

test.each(onPhone)('on %s a site is bought in parts, found wrong, repaired and paid', async (_, viewport) => {
  const { page, site, stack } = await openShop({ viewport });
  for (const slug of wrongSite) {
    await page.goto(`/product/${slug}`);
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await page.getByText('has been added to your cart.').first().waitFor();
  }
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const cart = page.getByRole('dialog', { name: /cart/i });
  const wrong = cart.getByText(
    'converter is for 24 V, and YIY LFP48200H lithium battery 10.24 kWh has 51.2 V here.',
  );
  await wrong.waitFor();
  const sum = cart.getByText('For this site: 2.75 kWp of panels, 10.24 kWh of batteries, 5 kW of inverters.');
  expect(await sum.count()).toBe(0);
  await cart.getByText('Set the charging current to 100 A or less').waitFor();
  await cart.getByText('Checked against the makers’ data sheets. Your installer decides.').waitFor();

  const replace = cart.getByRole('button', {
    name: /^Replace by Victron Orion-Tr 48\/12-30.*, KES.13,300 more/,
  });
  await replace.click();
  await sum.waitFor();
  expect(await wrong.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await wrong.waitFor();
  await replace.click();
  await sum.waitFor();

  await openCheckout(page);
  await page.getByText('Set the charging current to 100 A or less').last().waitFor();
  await fillInDetails(page);
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
});
