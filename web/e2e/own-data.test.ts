import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderRequest } from '../../supabase/tests/shop-cast.ts';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { field, registered, expectText } from './account-holder.ts';
import { openShop, type Shop } from './journey.ts';
import { productsOnSale } from './shop-states.ts';
import { onPhone } from './widths.ts';

/** An unpaid order of the signed-in user. */
async function unpaidOrder({ page }: Shop): Promise<string> {
  const product = (await productsOnSale(page)).find(({ stock }) => stock > 0);
  if (!product) throw new Error('Nothing is on sale.');
  const answer = await page.request.post('/api/orders', {
    data: orderRequest([{ productId: product.id, quantity: 1, price: product.price }]),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as PlaceOrderReply).order.id;
}

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a user downloads their stored data', async () => {
    const shop = await openShop({ viewport });
    const { page } = shop;
    const who = await registered(shop);
    await page.goto('/account');
    const button = page.getByRole('button', { name: 'Download My Data' });
    await button.waitFor();
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    const download = page.waitForEvent('download');
    await button.dblclick();
    const data = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
      profile: { email: string };
    };
    expect(data.profile.email).toBe(who['Email Address']);
    await expectText(page, 'Data Downloaded');
    expect(files).toEqual(['my-data.json']);
  });

  test('a user erases their account with the password, once no open order needs it', async () => {
    const shop = await openShop({ viewport, expected: [/status of 403/, /status of 409/, /status of 401/] });
    const { page, site } = shop;
    const who = await registered(shop);
    const orderId = await unpaidOrder(shop);
    await page.goto('/account');
    const begin = page.getByRole('button', { name: 'Erase My Account' });
    await begin.click();
    await expectText(page, 'Erasing your account cannot be undone');
    await page.getByRole('button', { name: 'Keep My Account' }).click();
    // By keyboard, from where the focus was restored.
    await page.keyboard.press('Enter');
    await expectText(page, 'Erasing your account cannot be undone');
    await expectText(page, 'may still be paid');
    await page.keyboard.type('a wrong guess');
    await page.keyboard.press('Enter');
    await page.locator('form').getByText('This is not your current password.').waitFor();

    const password = field(page, 'Password to Erase');
    await password.fill(who.Password);
    await page.getByRole('button', { name: 'Erase for Good' }).click();
    await page.locator('form').getByText('An order of this account is not finished').waitFor();
    await expectText(page, 'may still be paid');
    expect((await page.request.post(`/api/orders/${orderId}/cancel`)).status()).toBe(200);
    expect(await password.inputValue()).toBe(who.Password);
    await page.getByRole('button', { name: 'Erase for Good' }).dblclick();
    await expectText(page, 'Account Erased');
    await page.waitForURL(`${site}/`);

    // The account page redirects to the login, as for any visitor.
    await page.goto('/account');
    await page.waitForURL('**/login');
    const answer = await page.request.post('/api/auth/login', {
      data: { email: who['Email Address'], password: who.Password },
    });
    expect(answer.status()).toBe(401);
  });
});
