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

    const toOwner = page.getByLabel('To you: paid order by SMS');
    expect(await toOwner.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Change who gets To you: paid order' }).click();
    const dialog = page.getByRole('dialog', { name: 'To you: paid order' });
    await dialog.getByLabel('E-mail addresses').fill('desk@example.com\nnobody');
    await dialog.getByLabel('Phone numbers').fill('0712 345 678');
    await dialog.getByRole('button', { name: 'Save Recipients' }).click();
    await dialog.getByText('nobody is not an e-mail address').waitFor();
    await dialog.getByLabel('E-mail addresses').fill('desk@example.com\nOwner@Example.com');
    await dialog.getByRole('button', { name: 'Save Recipients' }).click();
    await page.getByText('Recipients Saved').waitFor();
    await toOwner.check({ force: true });
    await expect
      .poll(() => rule('owner_order_paid'))
      .toEqual({
        email: true,
        sms: true,
        whatsapp: false,
        emails: ['desk@example.com', 'owner@example.com'],
        phones: ['+254712345678'],
      });
  },
);

test('a change that somebody else made meanwhile is not replaced, and what was typed stays', async () => {
  const { page } = await openShop({ viewport: desktop, expected: [/status of 409/] });
  await openRules(page);
  await page.getByRole('button', { name: 'Change who gets To you: task about money' }).click();
  const dialog = page.getByRole('dialog', { name: 'To you: task about money' });
  await dialog.getByLabel('E-mail addresses').fill('mine@example.com');
  await db()`update private.message_rules set emails = '{theirs@example.com}' where kind = 'owner_task'`;
  await dialog.getByRole('button', { name: 'Save Recipients' }).click();
  await dialog.getByText('Somebody else has changed this').waitFor();
  expect(await dialog.getByLabel('E-mail addresses').inputValue()).toBe('mine@example.com');
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
