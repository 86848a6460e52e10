import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { registered } from '../../supabase/tests/admin-visitor.ts';
import { openShop, type Shop } from './journey.ts';
import { db } from './shop-database.ts';
import { onPhone } from './widths.ts';
import { takeSession } from './shop-states.ts';

/** Expected refusals are also logged to the browser's console. */
const refused = [/status of 403/];

/** An admin whose password entry has expired. */
async function signedInAWhileAgo({ page, site }: Shop): Promise<void> {
  const { cookie, userId } = await registered(db(), 'admin');
  await takeSession(page, site, cookie);
  await db()`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`;
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Enter your password' });

test.each(onPhone)(
  'on %s an admin who signed in a while ago gives a role with their password, once for ten minutes',
  async (_, viewport) => {
    const bob = await registered(db());
    const [person] = await db()<{ email: string }[]>`select email from public.users where id = ${bob.userId}`;
    const shop = await openShop({ viewport, expected: refused });
    await signedInAWhileAgo(shop);
    const { page } = shop;
    await page.goto(`/admin/people?q=${encodeURIComponent(person?.email ?? '')}`);
    await page.getByRole('button', { name: /^Change role/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Change the role of/ });
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Change the Role' }).click();

    // Cancelling changes nothing, and returns to the previous dialog.
    await question(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('Enter your password again to do this.').waitFor();
    await dialog.getByRole('button', { name: 'Change the Role' }).click();

    const password = question(page).getByLabel('Password', { exact: true });
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    await password.fill('a long passwort');
    await page.keyboard.press('Enter');
    await question(page).getByRole('form').getByText('This is not your current password.').waitFor();
    await password.fill('a long password');
    await question(page).getByRole('button', { name: 'Continue' }).dblclick();
    await page.getByText('Role changed').waitFor();

    await page.getByRole('button', { name: /^Change role/ }).click();
    await dialog.getByLabel('Role').selectOption('customer');
    await dialog.getByRole('button', { name: 'End Access' }).click();
    await page.getByText('Access ended').waitFor();
  },
);

test('a password dialog that did not load without a connection says so, and opens after a reload', async () => {
  const { userId } = await registered(db());
  const [person] = await db()<{ email: string }[]>`select email from public.users where id = ${userId}`;
  const shop = await openShop({ expected: [...refused, /ERR_INTERNET_DISCONNECTED/] });
  await signedInAWhileAgo(shop);
  const { page } = shop;
  await page.goto(`/admin/people?q=${encodeURIComponent(person?.email ?? '')}`);
  const makeAdmin = async () => {
    await page.getByRole('button', { name: /^Change role/ }).click();
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Change the Role' }).click();
  };
  const code = '**/assets/password-dialog*.js';
  await page.route(code, (route) => route.abort('internetdisconnected'));
  const dialog = page.getByRole('dialog', { name: /^Change the role of/ });
  await makeAdmin();
  await page.getByText('The connection was lost. Reload the page and try again.').first().waitFor();
  await dialog.getByText('Enter your password again to do this.').waitFor();
  await page.unroute(code);
  await page.reload();
  await makeAdmin();
  await question(page).waitFor();
});
