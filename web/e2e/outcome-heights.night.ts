import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';

/** The heading, then the one next step above 600 px, then the numbers. */
async function nextStepIsNear(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  const step = await main
    .getByRole('button', { name })
    .or(main.getByRole('link', { name }))
    .first()
    .boundingBox();
  expect(step!.y + step!.height, name).toBeLessThanOrEqual(600);
  for (const numbers of await main.locator('dl').all())
    expect((await numbers.boundingBox())!.y).toBeGreaterThan(step!.y);
}

test.each([
  ['2121212121212121', 'Payment Failed', 'Try Again', 'Pay by Card'],
  ['4242424242424242', 'Payment Successful', 'View Order', 'Track Order'],
])('on a phone the next step is near after card %s: %s', async (card, title, step, stepOfOrder) => {
  const { page, stack } = await openShop({ viewport: phone });
  await putIntoCart(page, 'batteries');
  await openCheckout(page);
  await fillInDetails(page);
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, card);
  await page.getByRole('heading', { name: title }).waitFor();
  const main = page.getByRole('main');
  await main
    .getByRole('link', { name: step })
    .or(main.getByRole('button', { name: step }))
    .first()
    .waitFor();
  await nextStepIsNear(page, step);
  const order = new URL(page.url()).searchParams.get('order');
  await page.goto(`/order-confirmation/${order}`);
  await main.getByRole('button', { name: stepOfOrder }).waitFor();
  await nextStepIsNear(page, stepOfOrder);
});
