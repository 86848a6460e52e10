import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { fillCart, pay, placeOrder, productsOnSale } from './shop-states.ts';

/** The details of an outcome page, by label. */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  await page.locator('main dl').waitFor();
  const rows = await page
    .locator('main dl > div')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    );
  return Object.fromEntries(rows) as Record<string, string>;
}

/** The action links, as text and path. */
async function actionLinksOf(page: Page): Promise<[string, string | null][]> {
  const links = page.locator('main').getByRole('link');
  return links.evaluateAll((all) =>
    all.map((link) => [link.textContent ?? '', link.getAttribute('href')] as [string, string | null]),
  );
}

const bare = [
  {
    path: '/payment/success',
    title: 'Thank you for your order',
    figures: { 'Order ID': 'N/A', 'Transaction ID': 'N/A', 'Payment Method': 'Card' },
    ways: [
      ['View Orders', '/orders'],
      ['Continue Shopping', '/'],
    ],
  },
  {
    path: '/payment/failed',
    title: 'Payment Failed',
    figures: {
      'Order ID': 'N/A',
      'Error Code': 'Unknown',
      Reason: 'Payment could not be processed',
    },
    ways: [
      ['Try Again', '/checkout'],
      ['Back to Shopping', '/'],
    ],
  },
  {
    path: '/payment/try-later',
    title: 'Payment Processing',
    figures: { 'Order ID': 'N/A' },
    ways: [
      ['Check Order Status', '/orders'],
      ['Back to Shopping', '/'],
    ],
  },
  {
    path: '/payment/error',
    title: 'Payment Error',
    figures: {
      'Order ID': 'N/A',
      Details: 'An unexpected error occurred during payment processing',
    },
    ways: [
      ['Try Again', '/checkout'],
      ['Return to Home', '/'],
    ],
  },
];

test.each(bare)('$path without parameters shows its defaults', async ({ path, title, figures, ways }) => {
  const { page } = await openShop({ viewport: phone });
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  expect(await figuresOf(page)).toEqual(figures);
  expect(await actionLinksOf(page)).toEqual(ways);
});

test('what the bank reports in the URL is shown with an order of this browser', async () => {
  const { page } = await openShop();
  const { order } = await placeOrder(page);
  const about = `order=${order.id}&Ecom_ConsumerOrderID=DON-17&ErrorCode=5`;
  await page.goto(`/payment/failed?${about}&ErrorMessage=Card%20declined`);
  await page.getByText('Card declined').waitFor();
  expect(await figuresOf(page)).toMatchObject({
    'Order ID': 'DON-17',
    'Error Code': '5',
    Reason: 'Card declined',
  });
  await page.goto(`/payment/error?${about}&ErrorDetails=Merchant%20unknown`);
  await page.getByText('Merchant unknown').waitFor();
});

test('texts in the URL are not shown without an order, numbers are', async () => {
  const { page } = await openShop({ expected: [/status of 404/] });
  const lie = encodeURIComponent('Your card was charged twice, call 0700 000 000');
  for (const order of ['', `order=${crypto.randomUUID()}&`]) {
    await page.goto(
      `/payment/error?${order}Ecom_ConsumerOrderID=${lie}&ErrorDetails=${lie}&ErrorCode=${lie}`,
    );
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('charged twice');
  }
  await page.goto('/payment/failed?Ecom_ConsumerOrderID=DON-17&ErrorCode=5&ErrorMessage=Card%20declined');
  expect(await figuresOf(page)).toEqual({
    'Order ID': 'DON-17',
    'Error Code': '5',
    Reason: 'Payment could not be processed',
  });
  await page.goto('/payment/success?Ecom_ConsumerOrderID=DON-19&TransactionIndex=T-1');
  expect(await figuresOf(page)).toMatchObject({ 'Order ID': 'DON-19', 'Transaction ID': 'T-1' });
});

test('the success page empties the cart', async () => {
  const { page } = await openShop();
  const [product] = await productsOnSale(page, 'converters');
  await fillCart(page, [[product!, 1]]);
  await page.goto('/returns');
  await page.locator('header').getByRole('button', { name: 'Cart, 1 item' }).waitFor();
  await page.goto('/payment/success');
  await page.locator('header').getByRole('button', { name: 'Cart', exact: true }).waitFor();
});

test('a paid order is shown with its number, amount and the bank’s transaction', async () => {
  const { page } = await openShop();
  const placed = await placeOrder(page);
  const back = await pay(placed);
  await page.goto(back.pathname + back.search);
  await page.getByRole('heading', { level: 1, name: 'Payment Successful' }).waitFor();
  const figures = await figuresOf(page);
  expect(figures['Order Number']).toBe(`#IC-${placed.order.id.slice(-8).toUpperCase()}`);
  expect(figures.Amount?.replace('\u00a0', ' ')).toBe(
    `KES ${placed.order.totalAmount.toLocaleString('en-KE')}`,
  );
  expect(figures['Transaction ID']).toBe(back.searchParams.get('TransactionIndex'));
  expect(await actionLinksOf(page)).toContainEqual(['My Orders', '/orders']);
  expect(await actionLinksOf(page)).toContainEqual(['Continue Shopping', '/']);
});

test('a URL that claims success for an unpaid order is not trusted', async () => {
  const { page } = await openShop();
  const { order } = await placeOrder(page);
  await page.goto(`/payment/success?order=${order.id}&TransactionIndex=forged`);
  await page.getByRole('heading', { name: 'We are confirming your payment with the bank' }).waitFor();
  expect(await page.getByText('Payment Successful').count()).toBe(0);
});
