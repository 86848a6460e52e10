import { expect, test } from 'vitest';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { payAndMaybeReturn } from '../../supabase/tests/api-visitor.ts';
import { misbehave } from '../../supabase/tests/bank-faults.ts';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import { openShop } from './journey.ts';
import { withOrdersOfEveryStatus } from './order-screens.ts';
import { placeOrder } from './shop-states.ts';

/** Red, green and blue of a colour as the browser computes it. */
function channels(colour: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return [red, green, blue];
}

test('a badge is green when completed, yellow while pending, red when failed and grey otherwise', async () => {
  const { page } = await openShop();
  await withOrdersOfEveryStatus(page);
  await page.goto('/orders');
  await page.locator('article').first().waitFor();
  const colourOf = async (status: keyof typeof orderStatusLabels) =>
    channels(
      await page
        .locator('article header')
        .getByText(orderStatusLabels[status], { exact: true })
        .evaluate((badge) => getComputedStyle(badge.parentElement as Element).backgroundColor),
    );
  const [green, yellow, red] = await Promise.all((['completed', 'pending', 'failed'] as const).map(colourOf));
  expect(green![1] - green![0], 'more green than red').toBeGreaterThan(8);
  expect(yellow![0] - yellow![2], 'yellow: little blue').toBeGreaterThan(25);
  expect(yellow![0] - yellow![1], 'yellow: red and green alike').toBeLessThan(20);
  expect(red![0] - red![1], 'more red than green').toBeGreaterThan(15);
  for (const status of ['paid', 'cancelled'] as const) {
    const grey = await colourOf(status);
    expect(Math.max(...grey) - Math.min(...grey), status).toBeLessThan(16);
  }
});

test('an order is printed without skip link, search, menu and buttons', async () => {
  const { page } = await openShop();
  const { order } = await placeOrder(page);
  await page.goto(`/order-confirmation/${order.id}`);
  await page.getByText('This order is not paid yet').waitFor();
  await page.emulateMedia({ media: 'print' });
  const hidden = [
    page.getByText('Skip to the content'),
    page.getByPlaceholder('Search equipment...'),
    page.getByRole('button', { name: /^Cart/ }),
    page.getByRole('navigation', { name: 'Product categories' }),
    page.getByRole('button', { name: 'Track Order' }),
    page.locator('footer'),
    page.getByRole('region', { name: 'Notifications (F8)' }),
  ];
  for (const part of hidden) expect(await part.isVisible()).toBe(false);
  // It names its buyer.
  expect(await page.getByRole('banner').getByText(defaultShopDetails.name).isVisible()).toBe(true);
  expect(await page.getByText(/^#IC-/).isVisible()).toBe(true);
  expect(await page.getByText('This order is not paid yet').isVisible()).toBe(true);
});

test('while the bank is slow, the buyer of a paid order is not asked to pay again', async () => {
  const { page } = await openShop();
  const placed = await placeOrder(page);
  await misbehave(placed.payment.fields.Lite_Merchant_Trace ?? '', {
    returnLost: true,
    queryDelayedMs: 3000,
  });
  await payAndMaybeReturn(placed.payment, '4242424242424242');
  await page.goto(`/order-confirmation/${placed.order.id}`);
  await page.getByText('Checking your payment', { exact: true }).waitFor();
  const seen = new Set<string>();
  for (
    let paid = 0;
    paid === 0;
    paid = await page.locator('main dl').getByText(orderStatusLabels.paid, { exact: true }).count()
  ) {
    seen.add(await page.locator('main').innerText());
    await page.waitForTimeout(100);
  }
  expect([...seen].filter((words) => /no record of a payment|pay now/i.test(words))).toEqual([]);
  expect([...seen].filter((words) => words.includes('Checking your payment'))).not.toEqual([]);
});
