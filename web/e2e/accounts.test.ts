import { describe, expect, test } from 'vitest';
import { newestMailTo } from '../../supabase/tests/local-mail.ts';
import { field, fromAccountMenu, registered, expectText, signIn, signOut } from './account-holder.ts';
import { openCheckout, putIntoCart } from './buyer.ts';
import { desktop, openShop } from './journey.ts';
import { onPhone } from './widths.ts';

describe.each(onPhone)('on %s', (_, viewport) => {
  test('from the checkout to the login and back, with the details filled in', async () => {
    const shop = await openShop({ viewport });
    const { page, site } = shop;
    const who = await registered(shop);
    await page.goto('/');
    await signOut(page, who);
    await putIntoCart(page, 'converters');
    await openCheckout(page);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/login');
    await signIn(page, who);
    await page.waitForURL(`${site}/checkout`);
    await page.waitForFunction(
      (email) => [...document.querySelectorAll('input')].some((input) => input.value === email),
      who['Email Address'],
    );
    expect(await field(page, 'First Name').inputValue()).toBe('Akinyi');
  });

  test('a forgotten password is reset by mail', async () => {
    const shop = await openShop({ viewport, expected: [/status of 410/, /status of 401.*auth\/me/] });
    const { page, site } = shop;
    const who = await registered(shop);
    await page.goto('/');
    const elsewhere = await openShop({ viewport });
    await elsewhere.page.goto('/login');
    await field(elsewhere.page, 'Email Address').fill(who['Email Address']);
    await elsewhere.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await elsewhere.page.getByRole('heading', { name: 'Forgot Your Password?' }).waitFor();
    expect(await field(elsewhere.page, 'Email Address').inputValue()).toBe(who['Email Address']);
    await elsewhere.page.getByRole('button', { name: 'Send the Link' }).dblclick();
    await expectText(elsewhere.page, 'Check your mail');

    const mail = await newestMailTo(who['Email Address']);
    const link = /href="([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '';
    const token = link.split('#token=')[1] ?? '';
    expect(token).not.toBe('');
    const reset = elsewhere.page;
    await reset.goto(link);
    await reset.waitForURL(`${site}/reset-password`);
    await reset.getByRole('heading', { name: 'Choose a New Password' }).waitFor();
    const kept = () =>
      reset.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
      );
    expect(await kept()).not.toContain(token);
    await field(reset, 'New Password').fill('12345');
    await reset.getByRole('button', { name: 'Save and Sign In' }).click();
    await expectText(reset, 'Password must be at least 6 characters');
    await field(reset, 'New Password').fill('jiwe-la-msingi');
    await reset.getByRole('button', { name: 'Save and Sign In' }).dblclick();
    await expectText(reset, 'Password Changed');
    await reset.waitForURL(`${site}/`);
    expect(await kept()).not.toContain(token);

    // The earlier session has ended; the link has been used.
    await page.goto('/account');
    await page.waitForURL('**/login');
    await page.goto(link);
    await field(page, 'New Password').fill('another-password');
    await page.getByRole('button', { name: 'Save and Sign In' }).click();
    await expectText(page, 'This link no longer works');
    await page.getByRole('link', { name: 'Ask for a New Link' }).click();
    await page.waitForURL('**/forgot-password');
    await signIn(page, who, 'jiwe-la-msingi');
  });

  test('a forgotten password is also reset with the platform’s default link', async () => {
    const shop = await openShop({ viewport });
    const { page, site, stack } = shop;
    const who = await registered(shop);
    await page.goto('/');
    await signOut(page, who);
    await page.goto('/forgot-password');
    await field(page, 'Email Address').fill(who['Email Address']);
    await page.getByRole('button', { name: 'Send the Link' }).click();
    await expectText(page, 'Check your mail');

    // The link in the platform's default mail, instead of the shop's.
    const mail = await newestMailTo(who['Email Address']);
    const link = new URL('/auth/v1/verify', stack.addresses.supabase);
    link.search = new URLSearchParams({
      token: /#token=([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '',
      type: 'recovery',
      redirect_to: `${site}/reset-password`,
      apikey: stack.keys.publishable,
    }).toString();
    await page.goto(link.href);
    await page.waitForURL(`${site}/reset-password`);
    await field(page, 'New Password').fill('jiwe-la-msingi');
    await page.getByRole('button', { name: 'Save and Sign In' }).click();
    await expectText(page, 'Password Changed');
    await page.waitForURL(`${site}/`);
  });

  test('a person changes their details and their password', async () => {
    const shop = await openShop({ viewport, expected: [/status of 403/] });
    const { page, site } = shop;
    const who = await registered(shop);
    await page.goto('/');
    await fromAccountMenu(page, who, 'My Account');
    await page.waitForURL('**/account');
    await expectText(page, who['Email Address']);
    await field(page, 'Full Name').fill('A');
    await field(page, 'Address').fill('short');
    await page.getByRole('button', { name: 'Save Details' }).click();
    const message = page.getByText('Name must be at least 2 characters');
    const colour = await message.evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
    expect(red, 'the message is red').toBeGreaterThan(2 * green);
    await expectText(page, 'Address must be at least 10 characters');
    await field(page, 'Full Name').fill('Akinyi Otieno');
    await field(page, 'Phone Number').fill('0110 222 333');
    await field(page, 'Address').fill('Kenyatta Avenue, Nakuru');
    await page.getByRole('button', { name: 'Save Details' }).dblclick();
    await expectText(page, 'Details Saved');
    expect(await field(page, 'Phone Number').inputValue()).toBe('+254110222333');

    await field(page, 'Current Password').fill('a wrong guess');
    await field(page, 'New Password').fill('jiwe-la-msingi');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.locator('form').getByText('This is not your current password.').waitFor();
    expect(await field(page, 'New Password').inputValue()).toBe('jiwe-la-msingi');
    await field(page, 'Current Password').fill(who.Password);
    await page.getByRole('button', { name: 'Change Password' }).dblclick();
    await expectText(page, 'Password Changed');
    expect(await field(page, 'Current Password').inputValue()).toBe('');
    await page.reload();
    expect(await field(page, 'Full Name').inputValue()).toBe('Akinyi Otieno');
    await signOut(page, { ...who, 'Full Name': 'Akinyi Otieno' });
    await page.waitForURL(`${site}/`);
    await page.goto('/account');
    await page.waitForURL('**/login');
    await signIn(page, who, 'jiwe-la-msingi');
    await page.waitForURL('**/account');
  });
});

test('an admin lands on the dashboard, also from the checkout', async () => {
  // Requests of the dashboard after the session has ended are refused, and logged by the browser.
  const { page, site, stack } = await openShop({
    viewport: desktop,
    expected: [/status of 40[13].*\/(api\/admin|api\/auth\/token|rest\/v1)/],
  });
  const admin = stack.accounts.find((account) => account.role === 'admin');
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  // The checkout's own link, not the header's.
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await field(page, 'Email Address').fill(admin?.email ?? '');
  await field(page, 'Password').fill(admin?.password ?? '');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site}/admin`);
  await page.getByRole('button', { name: 'Wanjiru Kamau' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(`${site}/`);
});
