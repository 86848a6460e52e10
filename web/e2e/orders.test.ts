import { expect, test } from 'vitest';
import { shopFacts } from '../../supabase/functions/_shared/contract/shop-facts.ts';
import { payAndMaybeReturn } from '../../supabase/tests/api-visitor.ts';
import { misbehave } from '../../supabase/tests/bank-faults.ts';
import { openShop, phone } from './journey.ts';
import { withOrdersOfEveryStatus } from './order-screens.ts';
import { mockResponse, pay, placeOrder } from './shop-states.ts';
import { onPhone } from './widths.ts';

/** Red, green and blue of a colour as the browser computes it. */
function channels(colour: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return [red, green, blue];
}

test.each(onPhone)(
  'on %s an order is listed with its number, day, status, total, contact and items',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    const { order } = await placeOrder(page);
    await page.goto('/orders');
    const card = page.locator('article');
    await card.waitFor();
    const words = (await card.innerText()).replaceAll('\u00a0', ' ');
    expect(words).toContain(`#${order.id.slice(-8).toUpperCase()}`);
    expect(words).not.toContain('#IC-');
    expect(words).toContain('Pending');
    expect(words).toMatch(/\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2}/);
    // Not only as the total of its line.
    const head = (await card.locator('header').innerText()).replaceAll('\u00a0', ' ');
    expect(head).toContain(`KES ${order.totalAmount.toLocaleString('en-KE')}`);
    for (const part of ['Ada Lovelace', 'ada@example.com', '+254712345678', 'Milimani, Kisumu'])
      expect(words).toContain(part);
    expect(words).toContain(order.items[0]?.productName);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  },
);

test('a badge is green when completed, yellow while pending, red when failed and grey otherwise', async () => {
  const { page } = await openShop();
  await withOrdersOfEveryStatus(page);
  await page.goto('/orders');
  await page.locator('article').first().waitFor();
  const colourOf = async (word: string) =>
    channels(
      await page
        .locator('article header')
        .getByText(word, { exact: true })
        .evaluate((badge) => getComputedStyle(badge).backgroundColor),
    );
  const [green, yellow, red] = await Promise.all(['Completed', 'Pending', 'Failed'].map(colourOf));
  expect(green![1] - green![0], 'more green than red').toBeGreaterThan(8);
  expect(yellow![0] - yellow![2], 'yellow: little blue').toBeGreaterThan(25);
  expect(yellow![0] - yellow![1], 'yellow: red and green alike').toBeLessThan(20);
  expect(red![0] - red![1], 'more red than green').toBeGreaterThan(15);
  for (const word of ['Paid', 'Cancelled']) {
    const grey = await colourOf(word);
    expect(Math.max(...grey) - Math.min(...grey), word).toBeLessThan(16);
  }
});

test('a visitor without orders reads No orders yet', async () => {
  const { page } = await openShop();
  await page.goto('/orders');
  await page.getByRole('heading', { name: 'No orders yet', exact: true }).waitFor();
});

test('a visitor sees the orders of this browser only, without signing in', async () => {
  const mine = await openShop();
  await placeOrder(mine.page);
  await mine.page.goto('/orders');
  await mine.page.locator('article').waitFor();
  const stranger = await openShop();
  await stranger.page.goto('/orders');
  await stranger.page.getByText('No orders yet').waitFor();
});

test('when orders cannot be loaded the reason is shown once, with a retry button', async () => {
  const { page } = await openShop({ expected: [/status of 500/] });
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/api/orders') ? 1 : 0));
  await mockResponse(page, '/api/orders', 500, { code: 'internal', message: 'The book is lost.' });
  await page.goto('/orders');
  await page.getByText('Error loading orders: The book is lost.', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);
  await page.unroute('**/api/orders');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No orders yet').waitFor();
});

test('an unpaid order is confirmed as Processing, with its real state above', async () => {
  const { page } = await openShop();
  const { order } = await placeOrder(page);
  await page.goto(`/order-confirmation/${order.id}`);
  await page.getByText(`#IC-${order.id.slice(-8).toUpperCase()}`, { exact: true }).waitFor();
  await page.getByText('Processing', { exact: true }).waitFor();
  // Only after the bank's response may the page ask for payment.
  await page.getByText('This order is not paid yet').waitFor();
  const words = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  expect(words.indexOf('This order is not paid yet')).toBeGreaterThan(0);
  expect(words.indexOf('This order is not paid yet')).toBeLessThan(words.indexOf('Processing'));
  for (const part of [
    'Payment Status',
    `KES ${order.totalAmount.toLocaleString('en-KE')}`,
    'Estimated Delivery',
    '2-3 business days',
    'Next Steps',
    'within 24 hours',
  ])
    expect(words).toContain(part);
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
  ];
  for (const part of hidden) expect(await part.isVisible()).toBe(false);
  // It names its buyer.
  expect(await page.getByRole('banner').getByText(shopFacts.name).isVisible()).toBe(true);
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
    paid = await page.locator('main dl').getByText('Paid', { exact: true }).count()
  ) {
    seen.add(await page.locator('main').innerText());
    await page.waitForTimeout(100);
  }
  expect([...seen].filter((words) => /no record of a payment|pay now/i.test(words))).toEqual([]);
  expect([...seen].filter((words) => words.includes('Checking your payment'))).not.toEqual([]);
});

test('a paid order is confirmed as Paid, and Track Order shows how far it has come', async () => {
  const { page } = await openShop({ viewport: phone });
  const placed = await placeOrder(page);
  await pay(placed);
  await page.goto(`/order-confirmation/${placed.order.id}`);
  await page.locator('main dl').getByText('Paid', { exact: true }).waitFor();
  expect(await page.getByText('Processing', { exact: true }).count()).toBe(0);
  const progress = page.getByRole('region', { name: 'Progress of the order' });
  expect(await progress.count()).toBe(0);
  await page.getByRole('button', { name: 'Track Order' }).click();
  await progress.getByText('Preparing').waitFor();
  expect(await progress.locator('[aria-current=step]').innerText()).toContain('Preparing');
  expect(await page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
});

test('an order that does not exist, or is somebody else’s, is not found', async () => {
  const buyer = await openShop();
  const { order } = await placeOrder(buyer.page);
  const { page } = await openShop({ expected: [/status of 404/] });
  await page.goto(`/order-confirmation/${order.id}`);
  await page.getByRole('heading', { level: 1, name: 'Order not found', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
});
