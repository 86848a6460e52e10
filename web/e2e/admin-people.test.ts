import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AccessToken } from '../../supabase/functions/_shared/contract/admin.ts';
import type { AuthReply } from '../../supabase/functions/_shared/contract/auth.ts';
import { openShop, type Shop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

/** Expected refusals are also logged to the browser's console. */
const refused = [/status of 40[13]/];

type Person = { id: string; name: string; email: string; phone: string };

/** A registered user with a confirmed address, who stays signed in in their own browser. */
async function somebody({ page }: Shop): Promise<Person> {
  const mark = `m${randomUUID().slice(0, 8)}`;
  const phoneNumber = `07${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const answer = await page.request.post('/api/auth/register', {
    data: {
      name: `Naliaka ${mark}`,
      email: `naliaka-${mark}@example.com`,
      phone: phoneNumber,
      address: 'Kanduyi, Bungoma',
      password: 'a long password',
    },
  });
  const { user } = (await answer.json()) as AuthReply;
  await db()`update public.users set email_confirmed_at = now() where id = ${user.id}`;
  return { id: user.id, name: user.name, email: user.email, phone: phoneNumber };
}

const roleOf = async (id: string) => {
  const [row] = await db()<{ role: string }[]>`select role from public.users where id = ${id}`;
  return row?.role;
};

async function openPeople({ page }: Shop, search = ''): Promise<void> {
  await page.goto(`/admin/people${search}`);
  await page.getByRole('heading', { level: 2, name: 'People', exact: true }).waitFor();
}

test.each(onPhone)(
  'on %s a person is found by phone and made an admin, with access to the dashboard from the next sign-in',
  async (_, viewport) => {
    const theirs = await openShop({ viewport, expected: [/status of 401/] });
    const person = await somebody(theirs);
    const shop = await openShop({ viewport });
    await signIn(shop.page, 'admin');
    await openPeople(shop);
    const { page } = shop;
    const number = person.phone;
    await page
      .getByLabel('Name, e-mail or phone')
      .fill(`+254 ${number.slice(1, 4)} ${number.slice(4, 7)} ${number.slice(7)}`);
    await page.getByText('1 person', { exact: true }).waitFor();
    const row = page.locator('tbody tr').filter({ hasText: person.email });
    expect(await row.innerText()).toContain('Customer');
    await row.getByRole('button', { name: /^Change role/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Change the role of/ });
    expect(await dialog.innerText()).toContain(person.email);
    // Closed without a choice, nothing changes.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await roleOf(person.id)).toBe('customer');
    await row.getByRole('button', { name: /^Change role/ }).click();
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Change the Role' }).dblclick();
    await page.getByText('Role changed').waitFor();
    await row.getByText('Admin', { exact: true }).waitFor();
    expect(await roleOf(person.id)).toBe('admin');

    await theirs.page.goto('/admin');
    await theirs.page.getByLabel('Email Address').fill(person.email);
    await theirs.page.getByLabel('Password', { exact: true }).fill('a long password');
    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByRole('heading', { level: 2, name: 'Overview' }).waitFor();
    // Otherwise its pending requests would be refused.
    await theirs.page.close();
    await db()`update public.users set role = 'customer' where id = ${person.id}`;
  },
);

test('an admin who has lost the role is refused at once, by the API and, with the old token, by Postgres', async () => {
  const theirs = await openShop({ expected: refused });
  const person = await somebody(theirs);
  await db()`update public.users set role = 'admin' where id = ${person.id}`;
  await openPeople(theirs, `?q=${encodeURIComponent(person.email)}`);
  await theirs.page.getByText('1 person', { exact: true }).waitFor();
  const token = (await (await theirs.page.request.get('/api/auth/token')).json()) as AccessToken;
  const ordersSeen = async () => {
    const answer = await fetch(`${token.url}/rest/v1/users?select=id&limit=5`, {
      headers: { apikey: token.publishableKey, authorization: `Bearer ${token.token}` },
    });
    return ((await answer.json()) as unknown[]).length;
  };
  expect(await ordersSeen()).toBeGreaterThan(1);

  const shop = await openShop();
  await signIn(shop.page, 'admin');
  await openPeople(shop, `?q=${encodeURIComponent(person.email)}`);
  await shop.page.getByRole('button', { name: /^Change role/ }).click();
  const dialog = shop.page.getByRole('dialog', { name: /^Change the role of/ });
  await dialog.getByLabel('Role').selectOption('customer');
  await dialog.getByRole('button', { name: 'End Access' }).click();
  await shop.page.getByText('Access ended').waitFor();

  // A request with the token that the open page still has. The page may have sent one by itself, and then covers the
  // button; and once it has read anew who is signed in, it leads to the login.
  const refusal = theirs.page
    .getByText('We could not load the people')
    .or(theirs.page.getByRole('dialog', { name: 'Your sign-in has ended' }))
    .or(theirs.page.getByRole('heading', { level: 1, name: 'Sign In' }))
    .first();
  const refreshed = theirs.page.getByRole('button', { name: 'Refresh' }).click();
  await Promise.race([refreshed.catch(() => null), refusal.waitFor()]);
  await refusal.waitFor();
  expect((await theirs.page.request.get('/api/admin/stats')).status()).toBe(401);
  expect((await theirs.page.request.get('/api/auth/token')).status()).toBe(401);
  // The sign-in of the token has ended too.
  expect(await ordersSeen()).toBe(0);
});

test('an admin who gives up their own role leaves the dashboard at once', async () => {
  const theirs = await openShop({ expected: refused });
  const person = await somebody(theirs);
  await db()`update public.users set role = 'admin' where id = ${person.id}`;
  await openPeople(theirs, `?q=${encodeURIComponent(person.email)}`);
  await theirs.page.getByRole('button', { name: /^Change role/ }).click();
  const dialog = theirs.page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('customer');
  await dialog.getByRole('button', { name: 'End Access' }).click();
  await theirs.page.waitForURL((url) => !url.pathname.startsWith('/admin'));
  expect(await roleOf(person.id)).toBe('customer');
});
