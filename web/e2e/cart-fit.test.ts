import { expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { onPhone } from './widths.ts';

/** A high-voltage inverter, a 48 V battery, a pair of 24 V and panels: each is sold, together they are no site. */
const wrongSite = [
  'goodwe-gw10k-et',
  'deye-se-g5-1-pro-5-12kwh',
  'ritar-dc12-200-pair',
  'ja-solar-550w-panel-pack-5',
];

test.each(onPhone)('on %s a wrong site is noticed and repaired in three taps', async (_, viewport) => {
  const { page } = await openShop({ viewport });
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
  await cart.getByText('It takes 180 to 600 V, and the batteries here have 24 V and 51.2 V.').waitFor();
  await cart
    .getByText('For this site: 2.75 kWp of panels, 9.92 kWh of batteries, 10 kW of inverters.')
    .waitFor();

  await cart.getByRole('button', { name: /^Replace by Deye SUN-12K/ }).click();
  await cart.getByText('It has 24 V, and what it would be for here takes 40 to 60 V.').waitFor();
  await cart
    .getByRole('button', { name: /^Replace by/ })
    .first()
    .click();
  await cart.getByText('does not fit the rest').first().waitFor({ state: 'detached' });
  await cart
    .getByText('For this site: 2.75 kWp of panels, 7.52 kWh of batteries, 12 kW of inverters.')
    .waitFor();
  expect(await cart.getByRole('link', { name: /^Deye SUN-12K/ }).count()).toBeGreaterThan(0);
});
