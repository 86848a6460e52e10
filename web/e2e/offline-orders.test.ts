import { expect, test } from 'vitest';
import { keptContents, openOfflineShop, workerServes } from './offline-visitor.ts';
import { placeOrder, signInAnew } from './shop-states.ts';

const asked = /We could not refresh this\./;

test('a guest’s orders can be read in flight mode, with their age, until the browser is forgotten', async () => {
  const { page } = await openOfflineShop();
  const { order } = await placeOrder(page);
  await page.goto('/orders');
  await workerServes(page);
  await expect.poll(() => keptContents(page, 'orders-of-guest')).toContain(order.id);

  await page.context().setOffline(true);
  await page.goto('/orders');
  await page.getByText(/Your orders as of/).waitFor();
  await page.getByText(asked).waitFor();
  await page.getByText('ada@example.com').waitFor();
  // Not opened before: it stands in the list.
  await page.goto(`/order-confirmation/${order.id}`);
  await page.getByText(/This order as of/).waitFor();
  await page.context().setOffline(false);
  await page.getByText(/This order as of/).waitFor({ state: 'hidden' });

  await page.goto('/orders');
  await page.getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByText('This browser is forgotten').waitFor();
  await expect.poll(() => keptContents(page, 'orders-of')).toBe('');
});

test('the orders of an account go when its session has ended, also elsewhere', async () => {
  const { page } = await openOfflineShop();
  await signInAnew(page, 'customer');
  const { order } = await placeOrder(page);
  await page.goto('/orders');
  await workerServes(page);
  await expect.poll(() => keptContents(page, 'orders-of')).toContain(order.id);
  expect(await keptContents(page, 'orders-of-guest')).toBe('');
  await page.request.post('/api/auth/logout');
  await page.goto('/returns');
  await expect.poll(() => keptContents(page, 'orders-of')).toBe('');
});
