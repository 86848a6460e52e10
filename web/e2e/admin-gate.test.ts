import { expect, test } from 'vitest';
import { registered } from '../../supabase/tests/admin-visitor.ts';
import { newProductElsewhere, openProduct } from './admin-products-scene.ts';
import { openShop, phone } from './journey.ts';
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
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('table').getByText('Wanjiru Owner').first().waitFor();
});

test('staff who were inactive for 30 minutes sign in again, and return to the same page and to what they typed', async () => {
  const expected = [/status of 401/, /status of 403.*record_staff_activity/];
  const { page, site } = await openShop({
    viewport: phone,
    context: { hasTouch: true, isMobile: true },
    expected,
  });
  const { cookie, userId } = await registered(db(), 'admin');
  await takeSession(page, site, cookie);
  const product = await newProductElsewhere(page);
  await openProduct(page, product);
  // A touch counts as activity.
  await page.getByLabel('Brand').tap();
  await page.getByLabel('Brand').fill('Leica');
  const uses = () => db()`update private.staff_activity set last_used_at = now() - interval '31 minutes'
    where user_id = ${userId} returning session_id`;
  await expect.poll(async () => (await uses()).length).toBe(1);
  await db()`update auth.sessions set created_at = now() - interval '31 minutes' where user_id = ${userId}`;
  await page.getByRole('button', { name: 'Save Product' }).tap();
  await page.getByRole('button', { name: 'Sign in again' }).tap();
  await page.waitForURL('**/login');
  const [person] = await db()<{ email: string }[]>`select email from public.users where id = ${userId}`;
  await page.getByLabel('Email').fill(person?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/products/${product.id}`);
  await page.getByText('What you typed before has been restored').waitFor();
  expect(await page.getByLabel('Brand').inputValue()).toBe('Leica');
  await page.getByRole('button', { name: 'Save Product' }).tap();
  await page.getByText('Product updated').waitFor();
});
