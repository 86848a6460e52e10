import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Shop } from './journey.ts';

/** The values of a registration with a unique e-mail address. */
export const person = () => ({
  'Full Name': 'Akinyi Odhiambo',
  'Email Address': `akinyi-${randomUUID().slice(0, 8)}@example.com`,
  'Phone Number': '0712 345 678',
  Address: 'Oginga Odinga Street, Kisumu',
  Password: 'maji-na-mawe',
});
export type Person = ReturnType<typeof person>;

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Waits until the page shows this text. */
export const expectText = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** Waits until the cart button has this name. */
export const cartButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).waitFor();

/** Creates an account without the form. */
export async function registered({ page }: Shop): Promise<Person> {
  const who = person();
  const response = await page.request.post('/api/auth/register', {
    data: {
      name: who['Full Name'],
      email: who['Email Address'],
      phone: who['Phone Number'],
      address: who.Address,
      password: who.Password,
    },
  });
  expect(response.status()).toBe(201);
  return who;
}

export async function signIn(page: Page, who: Person, password = who.Password): Promise<void> {
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login');
  // The old page stays until the new one is loaded.
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await field(page, 'Email Address').fill(who['Email Address']);
  await field(page, 'Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expectText(page, 'Welcome back!');
}

export async function fromAccountMenu(page: Page, who: Person, choice: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await openMenu(page);
  else await page.getByRole('button', { name: who['Full Name'] }).click();
  await page.getByText(choice, { exact: true }).filter({ visible: true }).first().click();
}

export async function signOut(page: Page, who: Person): Promise<void> {
  await fromAccountMenu(page, who, 'Sign Out');
  await expectText(page, 'You have been successfully logged out');
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
}
