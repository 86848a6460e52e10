import { expect, test } from 'vitest';
import { cachedTexts, openOfflineShop, workerServes } from './offline-visitor.ts';
import { placeOrder, signInAnew } from './shop-states.ts';

const asked = /We could not refresh this\./;

test('a guest’s orders can be read offline, with their age, until the browser’s data is deleted', async () => {
  const { page } = await openOfflineShop();
  const { order } = await placeOrder(page);
  await page.goto('/orders');
  await workerServes(page);
  await expect.poll(() => cachedTexts(page, 'orders-of-guest')).toContain(order.id);

  await page.context().setOffline(true);
  await page.goto('/orders');
  await page.getByText(/Your orders as of/).waitFor();
  await page.getByText(asked).waitFor();
  await page.getByText('ada@example.com').waitFor();
  // Not opened before, but in the list.
  await page.goto(`/order-confirmation/${order.id}`);
  await page.getByText(/This order as of/).waitFor();
  await page.context().setOffline(false);
  await page.getByText(/This order as of/).waitFor({ state: 'hidden' });

  await page.goto('/orders');
  await page.getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget This Browser' }).click();
  await page.getByText('This browser is forgotten').waitFor();
  await expect.poll(() => cachedTexts(page, 'orders-of')).toBe('');
});

test('the orders of an account are deleted when its session has ended, also on another device', async () => {
  const { page } = await openOfflineShop();
  await signInAnew(page, 'customer');
  const { order } = await placeOrder(page);
  await page.goto('/orders');
  await workerServes(page);
  await expect.poll(() => cachedTexts(page, 'orders-of')).toContain(order.id);
  expect(await cachedTexts(page, 'orders-of-guest')).toBe('');
  await page.request.post('/api/auth/logout');
  await page.goto('/returns');
  await expect.poll(() => cachedTexts(page, 'orders-of')).toBe('');
});
