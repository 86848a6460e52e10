import { describe, expect, test } from 'vitest';
import { newCustomer, signedIn } from '../../supabase/tests/api-customer.ts';
import { openShop } from './journey.ts';
import { takeSession } from './shop-states.ts';
import { onPhone } from './widths.ts';

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a user sees where they are signed in, ends one sign-in, then all others', async () => {
    const { visitor, typed } = await newCustomer();
    const others = [await signedIn(typed), await signedIn(typed)];
    const stillIn = async () =>
      (await Promise.all(others.map((other) => other.get('/api/auth/me')))).map(
        ({ status }) => status === 200,
      );
    const { page, site } = await openShop({ viewport });
    await takeSession(page, site, visitor.cookie);
    await page.goto('/account');
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await devices.nth(2).waitFor();
    expect(await devices.first().innerText()).toContain('This device');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );

    await devices
      .nth(1)
      .getByRole('button', { name: /^Sign Out/ })
      .dblclick();
    await page.getByText('Device Signed Out').waitFor();
    await devices.nth(2).waitFor({ state: 'detached' });
    expect((await stillIn()).filter(Boolean)).toHaveLength(1);

    await page.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
    await page.getByText('You are signed in nowhere else.').waitFor();
    expect(await stillIn()).toEqual([false, false]);
    await page.reload();
    await page.getByText('You are signed in nowhere else.').waitFor();
  });
});
