// Check boxes are clicked with `force`: their hidden labels cover them.
import { afterEach, expect, test } from 'vitest';
import { openRules } from './admin-messages-screens.ts';
import { desktop, openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { onPhone } from './widths.ts';

afterEach(
  () =>
    db()`update private.message_rules set email = true, sms = (kind in ('order_paid', 'payment_checking', 'order_completed', 'refund_due', 'refund_recorded')),
      whatsapp = (kind in ('order_paid', 'order_completed')), emails = '{}', phones = '{}'`,
);

const rule = async (kind: string) =>
  (
    await db()`select email, sms, whatsapp, emails, phones from private.message_rules where kind = ${kind}`
  )[0];

test.each(onPhone)(
  'on %s the owner changes channels and recipients, and the page shows who changed them',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await openRules(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);

    await page.getByLabel('Order cancelled by SMS').check({ force: true });
    await expect.poll(() => rule('order_cancelled')).toMatchObject({ sms: true });
    await page.getByText('Order cancelled, by SMS', { exact: true }).first().waitFor();

    const toOwner = page.getByLabel('To you: order paid or on account by SMS');
    expect(await toOwner.isDisabled()).toBe(true);
    const add = async (address: string) => {
      await page.getByLabel('Another address').fill(address);
      await page.getByRole('button', { name: 'Add Address' }).click();
    };
    await add('nobody');
    await page.getByText('Type an e-mail address, or a mobile phone').waitFor();
    await add('Desk@Example.com');
    await page.getByLabel('desk@example.com').waitFor();
    await add('0712 345 678');
    await page.getByLabel('+254712345678').waitFor();
    await page.getByLabel('owner@instruments-and-current.example').selectOption('Money and health only');
    await expect
      .poll(() => rule('owner_order_paid'))
      .toEqual({
        email: true,
        sms: true,
        whatsapp: false,
        emails: ['desk@example.com'],
        phones: ['+254712345678'],
      });
  },
);

test('a change that somebody else made meanwhile is not replaced, and what was typed stays', async () => {
  const { page } = await openShop({ viewport: desktop, expected: [/status of 409/] });
  await openRules(page);
  await page.getByLabel('Another address').fill('mine@example.com');
  await db()`update private.message_rules set emails = '{theirs@example.com}' where kind = 'owner_task'`;
  await page.getByRole('button', { name: 'Add Address' }).click();
  await page.getByText('Somebody else has changed this').waitFor();
  expect(await page.getByLabel('Another address').inputValue()).toBe('mine@example.com');
  expect(await rule('owner_task')).toMatchObject({ emails: ['theirs@example.com'] });
});

test('a check box that cannot be saved is reset with a reason', async () => {
  const { page } = await openShop({ viewport: phone, expected: [/Failed to load|net::/] });
  await openRules(page);
  await page.route('**/rpc/change_message_rule', (route) => route.abort());
  const box = page.getByLabel('Card refused by SMS');
  await box.click({ force: true });
  await page.getByText('Not saved').waitFor();
  expect(await box.isChecked()).toBe(false);
});
