import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registered } from '../../supabase/tests/admin-visitor.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { takeSession } from './shop-states.ts';
import { onPhone } from './widths.ts';

const require = (isRequired: boolean) =>
  db()`update private.settings set second_factor_required = ${isRequired}`;
beforeAll(() => require(true));
afterAll(() => require(false));

/** The app's current code, or a later one, in steps of 30 seconds. */
const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

/** Opens the dashboard as an admin who has just signed in. */
async function openAsAdmin(viewport: { width: number; height: number }) {
  const { page, site } = await openShop({ viewport, expected: [/status of 403/] });
  const { cookie, userId } = await registered(db(), 'admin');
  await takeSession(page, site, cookie);
  const [row] = await db()<{ email: string }[]>`select email from public.users where id = ${userId}`;
  return { page, email: row?.email ?? '' };
}

async function signInAgain(page: Page, email: string) {
  // Ends the dashboard's requests, which would be refused without the cookie.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: 'Confirm It Is You' }).waitFor();
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();

describe.each(onPhone)('on %s', (_, viewport) => {
  test('an admin sets the app up, keeps the codes, and later signs in with a code or a recovery code', async () => {
    const { page, email } = await openAsAdmin(viewport);
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: 'Protect the Dashboard' }).waitFor();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const key = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '');

    // After a reload the same key is shown, because the phone may have it already.
    await page.reload();
    await page.getByText(key.slice(0, 4)).first().waitFor();
    await page.getByLabel('Code', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Enter the 6 digits that your app shows now').first().waitFor();
    const used = codeOf(key);
    await page.getByLabel('Code', { exact: true }).fill(used);
    await page.getByRole('button', { name: 'Confirm', exact: true }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Your Recovery Codes' }).waitFor();
    const codes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
    await page.getByRole('button', { name: 'I Have Saved Them' }).click();
    await dashboard(page);

    await signInAgain(page, email);
    await page.getByLabel('Code', { exact: true }).fill(used);
    await page.getByRole('button', { name: 'Open Dashboard' }).click();
    await page.getByText('This code is not right, or was used already').first().waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 1));
    await page.keyboard.press('Enter');
    await dashboard(page);

    await signInAgain(page, email);
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await dashboard(page);
  });
});
