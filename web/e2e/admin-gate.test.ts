import { expect, test } from 'vitest';
import { registered } from '../../supabase/tests/admin-visitor.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn, takeSession } from './shop-states.ts';

test('the dashboard sends visitors to the login', async () => {
  const { page } = await openShop();
  await page.goto('/admin');
  await page.waitForURL('**/login');
});

test('the dashboard shows a customer Access Denied, with a way home', async () => {
  const { page } = await openShop();
  await signIn(page, 'customer');
  await page.goto('/admin');
  await page.getByRole('heading', { level: 1, name: 'Access Denied', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Go Back Home', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('the code of the opened page is loaded while the user’s access is being checked', async () => {
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.route('**/api/auth/second-factor', async (route) => {
    await page.waitForRequest(/people-tab/);
    await route.continue();
  });
  await page.goto('/admin/people');
  await page.locator('tbody tr').first().waitFor();
});

test('after a new password the open dashboard keeps working for the admin who set it', async () => {
  const { page, site } = await openShop({ expected: [/status of 403/] });
  await takeSession(page, site, (await registered(db(), 'admin')).cookie);
  await page.goto('/admin/orders');
  const rows = page.getByRole('table', { name: 'Orders' }).or(page.getByText('No orders yet'));
  await rows.waitFor();
  const answer = await page.request.post('/api/auth/password', {
    headers: { origin: site },
    data: { currentPassword: 'a long password', newPassword: 'another long password' },
  });
  expect(answer.status()).toBe(200);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('table').getByText('Wanjiru Owner').first().waitFor();
});
