import { describe, expect, test } from 'vitest';
import { confirmationLinks } from '../../supabase/tests/local-mail.ts';
import { field, person, registered, expectText, signIn } from './account-holder.ts';
import { openShop } from './journey.ts';
import { onPhone } from './widths.ts';

describe.each(onPhone)('on %s', (_, viewport) => {
  test('the link in the mail confirms with a button, after signing in if necessary', async () => {
    const shop = await openShop({ viewport, expected: [/status of 410/] });
    const { page, site } = shop;
    const who = await registered(shop);
    await page.goto('/account');
    await expectText(page, 'Not confirmed yet');
    await page.getByRole('button', { name: 'Send the Link Again' }).dblclick();
    await expectText(page, 'Check your mail');
    const [link = ''] = await confirmationLinks(who['Email Address'], 2);

    // The mail is opened on another device.
    const other = await openShop({ viewport });
    await other.page.goto(link);
    await other.page.waitForURL(`${site}/confirm-email`);
    await expectText(other.page, 'Sign in to your account first');
    await field(other.page, 'Email Address').fill(who['Email Address']);
    await field(other.page, 'Password').fill(who.Password);
    await other.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    const button = other.page.getByRole('button', { name: 'Confirm This Address' });
    await button.waitFor();
    // Opening the page has confirmed nothing.
    const me = async () =>
      ((await (await other.page.request.get('/api/auth/me')).json()) as { user: { emailConfirmed: boolean } })
        .user.emailConfirmed;
    expect(await me()).toBe(false);
    await button.dblclick();
    await expectText(other.page, 'Your address is confirmed');
    expect(await me()).toBe(true);
    await other.page.getByRole('main').getByRole('link', { name: 'My Account' }).click();
    await expectText(other.page, 'is confirmed.');

    // Used, also in the first browser, which shows that the address is confirmed.
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm This Address' }).click();
    await expectText(page, 'This link does not work here');
  });

  test('a new address becomes the account’s once its link was used', async () => {
    const shop = await openShop({ viewport, expected: [/status of 403/] });
    const { page } = shop;
    const who = await registered(shop);
    const { 'Email Address': changed } = person();
    await page.goto('/account');
    await field(page, 'New E-mail Address').fill(changed);
    await field(page, 'Your Password').fill('a wrong guess');
    await page.getByRole('button', { name: 'Change E-mail Address' }).click();
    await page.locator('form').getByText('This is not your current password.').waitFor();
    await field(page, 'Your Password').fill(who.Password);
    await page.getByRole('button', { name: 'Change E-mail Address' }).dblclick();
    await expectText(page, 'Until you open the link and confirm');
    const [link = ''] = await confirmationLinks(changed);
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm This Address' }).click();
    await expectText(page, 'Your address is confirmed');
    await page.goto('/account');
    await expectText(page, `Signed in as ${changed}`);
    const other = await openShop({ viewport });
    await signIn(other.page, { ...who, 'Email Address': changed });
  });
});
