import { afterEach, expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

afterEach(
  () =>
    db()`update private.settings set hold_minutes = 30, ship_when = 'approved', approved_ships_below = 50000`,
);

const minutes = async () => {
  const [row] = await db()<{ minutes: number }[]>`select hold_minutes as minutes from private.settings`;
  return row?.minutes;
};

test.each(onPhone)(
  'on %s the owner changes a setting and a bank holiday, and the page shows who changed what',
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
    await page.getByLabel('Ask why, when goods above this').fill('KES 750,000');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings Saved').waitFor();
    expect(await minutes()).toBe(45);
    const change = page
      .getByRole('listitem')
      .filter({ hasText: 'Minutes that items are held for payment' })
      .first();
    await change.getByText('45', { exact: true }).waitFor();
    await change.getByText('750,000').waitFor();
    await expect.poll(() => page.getByLabel('Ask why, when goods above this').inputValue()).toBe('750,000');

    await page.goto('/admin/settings/holidays');
    const form = page.getByRole('form', { name: 'Add a holiday' });
    await form.getByLabel('Day', { exact: true }).fill('2027-11-17');
    await form.getByLabel('Holiday').fill('Day of mourning');
    await form.getByLabel('Source').fill('Gazette notice 1');
    await form.getByRole('button', { name: 'Add Holiday' }).click();
    await page.getByText('Holiday Added').waitFor();
    await page.getByRole('button', { name: 'Remove Day of mourning, 17 Nov 2027' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Holiday Removed').waitFor();
    const [row] =
      await db()`select count(*)::int as days from public.bank_holidays where name = 'Day of mourning'`;
    expect(row).toEqual({ days: 0 });
  },
);
