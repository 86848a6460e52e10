import { test } from 'vitest';
import { openShop } from './journey.ts';
import { signIn } from './shop-states.ts';

test('the dashboard sends visitors to the login', async () => {
  const { page } = await openShop();
  await page.goto('/admin');
  await page.waitForURL('**/login');
});

test('the dashboard tells a customer Access Denied, with a way home', async () => {
  const { page } = await openShop();
  await signIn(page, 'customer');
  await page.goto('/admin');
  await page.getByRole('heading', { level: 1, name: 'Access Denied', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Go Back Home', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
});
