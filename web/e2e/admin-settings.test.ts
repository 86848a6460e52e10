import { afterEach, expect, test } from 'vitest';
import { desktop, openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

afterEach(
  () =>
    db()`update private.settings set hold_minutes = 30, ship_when = 'approved', settlement_required_above = 500000`,
);

const minutes = async () => {
  const [row] = await db()<{ minutes: number }[]>`select hold_minutes as minutes from private.settings`;
  return row?.minutes;
};

test.each(onPhone)(
  'on %s the owner changes a setting, and the page shows who changed what',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin/settings');
    const field = page.getByLabel('Minutes that items are held for payment');
    await field.fill('5');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Please enter whole minutes, from 10 to 240').waitFor();
    expect(await minutes()).toBe(30);

    await field.fill('45');
    await page.getByLabel('Require settlement').fill('KES 750,000');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings Saved').waitFor();
    expect(await minutes()).toBe(45);
    const change = page
      .getByRole('listitem')
      .filter({ hasText: 'Minutes that items are held for payment' })
      .first();
    await change.getByText('45 minutes').waitFor();
    await change.getByText('750,000').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Require settlement').inputValue()).toBe('750,000');
  },
);

test('the owner adds a bank holiday and removes it again', async () => {
  const { page } = await openShop({ expected: [/status of 409/] });
  await signIn(page, 'admin');
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Add a holiday' });
  await form.getByRole('button', { name: 'Add Holiday' }).click();
  await form.getByText('Please choose a day from 2020 to 2099').waitFor();
  await form.getByLabel('Day', { exact: true }).fill('2027-12-27');
  await form.getByLabel('Holiday').fill('Day of mourning');
  await form.getByLabel('Source').fill('Gazette notice 1');
  await form.getByRole('button', { name: 'Add Holiday' }).click();
  await form.getByText('This day is a holiday already').waitFor();
  await form.getByLabel('Day', { exact: true }).fill('2027-11-17');
  await form.getByRole('button', { name: 'Add Holiday' }).click();
  await page.getByText('Holiday Added').waitFor();
  await page.getByRole('button', { name: 'Remove Day of mourning, 17 Nov 2027' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Holiday Removed').waitFor();
  const [row] =
    await db()`select count(*)::int as days from public.bank_holidays where name = 'Day of mourning'`;
  expect(row).toEqual({ days: 0 });
});

test('a setting that somebody else changed meanwhile is shown before it is replaced', async () => {
  const { page } = await openShop({ viewport: desktop, expected: [/status of 409/] });
  await signIn(page, 'admin');
  await page.goto('/admin/settings');
  await page.getByLabel('Minutes that items are held for payment').fill('45');
  await db()`update private.settings set hold_minutes = 60, settlement_required_above = 700000`;
  const save = page.getByRole('button', { name: 'Save Settings' });
  await save.click();
  await page.getByText('It is now: 60 minutes to pay').waitFor();
  expect(await minutes()).toBe(60);
  expect(await page.getByLabel('Minutes that items are held for payment').inputValue()).toBe('45');
  // An unchanged field shows their value, and is not reset by saving.
  expect(await page.getByLabel('Require settlement').inputValue()).toBe('700,000');
  await save.click();
  await page.getByText('Settings Saved').waitFor();
  expect(await minutes()).toBe(45);
  const [row] = await db()`select settlement_required_above as above from private.settings`;
  expect(row).toEqual({ above: 700_000 });
});

test('the owner changes a limit against abuse', async () => {
  const { page } = await openShop({ expected: [/status of 409/] });
  await signIn(page, 'admin');
  await page.goto('/admin/settings');
  await page.getByText('Limits against abuse').click();
  const form = page.getByRole('form', { name: 'Looking up an order, about one order' });
  await form.getByText('At most this many times in a minute. Suggested: 6.').waitFor();
  expect(await form.getByRole('button').count()).toBe(0);
  const field = form.getByLabel('Looking up an order, about one order');
  await field.fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Please enter a whole number from 1 to 1,000,000').waitFor();
  await field.fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Limit Saved').waitFor();
  expect(await limitOf()).toBe(12);
  // Somebody else changes it while the user types.
  await field.fill('30');
  await db()`update private.rate_limits set most = 15 where action = 'find_order' and subject = 'order'`;
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else has changed this in the meantime').waitFor();
  await form.getByText('It is 15 now.').waitFor();
  expect([await limitOf(), await field.inputValue()]).toEqual([15, '30']);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(limitOf).toBe(30);
  await db()`update private.rate_limits set most = 1000000 where action = 'find_order'`;
});

async function limitOf() {
  const [row] = await db()<{ most: number }[]>`
    select most from private.rate_limits where action = 'find_order' and subject = 'order'`;
  return row?.most;
}
