import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { demoAccount, holdRequests, signIn } from './shop-states.ts';

const form = (page: Page) => page.locator('main form');
const submitButton = (page: Page) => form(page).locator('button[type=submit]');

async function toast(page: Page, title: string, description: string): Promise<void> {
  const region = page.getByRole('region', { name: 'Notifications (F8)' });
  await region.getByText(title, { exact: true }).waitFor();
  await region.getByText(description, { exact: true }).waitFor();
}

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await fillIn(page, { 'Email Address': email, Password: password });
  await submitButton(page).click();
}

/** The message under a field, and whether it is red. */
async function messageUnder(page: Page, label: string): Promise<[string, boolean]> {
  const ids = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
  const message = page.locator(`[id="${ids?.split(' ')[0]}"]`);
  const colour = await message.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  return [await message.innerText(), red > 2 * green];
}

const newcomer = () => ({
  'Full Name': 'Atieno Were',
  'Email Address': `atieno-${Date.now()}-${Math.round(Math.random() * 1e6)}@example.com`,
  'Phone Number': '0722 000 111',
  Address: 'Milimani Estate, Kisumu',
  Password: 'lake-victoria',
});

test('the login has its title, its fields, a password that can be shown and a link to register', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/login');
  await page.getByRole('heading', { level: 1, name: 'Sign In', exact: true }).waitFor();
  expect(await page.getByLabel('Email Address', { exact: true }).getAttribute('autocomplete')).toBe(
    'username',
  );
  const password = page.getByLabel('Password', { exact: true });
  expect(await password.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  expect(await submitButton(page).innerText()).toBe('Sign In');
  expect(await form(page).locator('a[href="/register"]').count()).toBe(1);
});

test.each([
  ['customer', '/'],
  ['admin', '/admin'],
] as const)(
  'a %s who signs in goes to %s and is welcomed, without another request for the user',
  async (role, path) => {
    const { page } = await openShop();
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/me')) requested.push(request.url());
    });
    const { email, password } = demoAccount(role);
    await logIn(page, email, password);
    await toast(page, 'Login Successful', 'Welcome back!');
    await page.waitForURL((url) => url.pathname === path);
    await page.waitForLoadState('networkidle');
    expect(requested, 'the answer of the login is the user').toEqual([]);
  },
);

test.each([
  ['customer', '/login', '/'],
  ['customer', '/register', '/'],
  ['admin', '/login', '/admin'],
  ['admin', '/register', '/'],
] as const)('a signed-in %s who opens %s is sent to %s', async (role, path, target) => {
  const { page } = await openShop();
  await signIn(page, role);
  await page.goto(path);
  await page.waitForURL((url) => url.pathname === target);
});

test('a wrong password is shown in a toast, and the typed values stay', async () => {
  const { page } = await openShop({ expected: [/status of 401.*login/] });
  const { email } = demoAccount('customer');
  await logIn(page, email, 'not-the-password');
  await toast(page, 'Login Failed', 'Invalid email or password');
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByLabel('Email Address', { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not-the-password');
});

test('the register form has its title and five fields, each with its own error', async () => {
  const { page } = await openShop({ viewport: phone });
  await page.goto('/register');
  await page.getByRole('heading', { level: 1, name: 'Create Account', exact: true }).waitFor();
  await fillIn(page, {
    'Full Name': 'A',
    'Email Address': 'atieno@',
    'Phone Number': '07221234',
    Address: 'Kisumu',
    Password: '12345',
  });
  await submitButton(page).click();
  await page.getByText('Name must be at least 2 characters').waitFor();
  expect(await messageUnder(page, 'Full Name')).toEqual(['Name must be at least 2 characters', true]);
  expect(await messageUnder(page, 'Email Address')).toEqual(['Invalid email address', true]);
  expect(await messageUnder(page, 'Phone Number')).toEqual(['Phone number must be at least 10 digits', true]);
  expect(await messageUnder(page, 'Address')).toEqual(['Address must be at least 10 characters', true]);
  expect(await messageUnder(page, 'Password')).toEqual(['Password must be at least 6 characters', true]);
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  expect(await form(page).locator('a[href="/login"]').count()).toBe(1);
});

test('registering shows a busy button, a welcome, signs in and leads home', async () => {
  const { page } = await openShop();
  const release = await holdRequests(page, '/api/auth/register');
  await page.goto('/register');
  await fillIn(page, newcomer());
  await submitButton(page).click();
  await page.getByText('Creating Account...').waitFor();
  expect(await submitButton(page).getAttribute('aria-busy')).toBe('true');
  release();
  await toast(page, 'Registration Successful', 'Welcome, Atieno Were.');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: 'Atieno Were' }).waitFor();
});

test('an e-mail address that has an account is reported in a toast and under its field', async () => {
  const { page } = await openShop({ expected: [/status of 409/] });
  await page.goto('/register');
  await fillIn(page, { ...newcomer(), 'Email Address': demoAccount('customer').email });
  await submitButton(page).click();
  const words = 'An account with this email already exists. Sign in instead.';
  await toast(page, 'Registration Failed', words);
  expect(await messageUnder(page, 'Email Address')).toEqual([words, true]);
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Atieno Were');
});

test('the current user is cached for 300,000 ms and then refetched', async () => {
  const { page } = await openShop();
  await signIn(page, 'customer');
  let requested = 0;
  page.on('request', (request) => (requested += request.url().endsWith('/api/auth/me') ? 1 : 0));
  await page.clock.install({ time: new Date('2026-11-21T09:00:00Z') });
  await page.goto('/returns');
  await page.getByRole('button', { name: 'Akinyi Odhiambo' }).waitFor();
  // A page that needs the current user; fresh data is not refetched.
  const openLogin = async () => {
    await page.evaluate(() => window.history.pushState(null, '', '/login'));
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
    await page.waitForURL((url) => url.pathname === '/');
    await page.locator('footer').getByRole('link', { name: 'Returns' }).click();
    await page.waitForURL('**/returns');
  };
  await page.clock.pauseAt(new Date('2026-11-21T09:04:50Z'));
  await openLogin();
  expect(requested).toBe(1);
  await page.clock.pauseAt(new Date('2026-11-21T09:05:10Z'));
  const again = page.waitForRequest('**/api/auth/me');
  await openLogin();
  await again;
});
