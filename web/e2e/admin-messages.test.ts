import { expect, test } from 'vitest';
import { localMail } from '../../supabase/tests/local-mail.ts';
import {
  openMessages,
  withBouncedReceipt,
  withFailedReceipt,
  withUnclearReceipt,
} from './admin-messages-screens.ts';
import { desktop, openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { followLink } from './wait-for-page.ts';
import { onPhone } from './widths.ts';

const receipt = { name: /^Payment receipt, E-mail to .*: open$/ };

test.each(onPhone)(
  'on %s a failed receipt is sent to a corrected address, and so are later messages about its order',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    const id = await withFailedReceipt(page);
    await openMessages(page, `?q=${id.slice(-8)}`);
    await page.getByText('550: the mailbox does not exist').first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
    await page.getByRole('button', receipt).click();
    await page.getByText('It is not a tax invoice').waitFor();
    await page.getByRole('button', { name: 'Correct the address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to another address' });
    await dialog.getByLabel('E-mail').fill('nobody');
    await dialog.getByRole('button', { name: 'Correct the address' }).click();
    await dialog.getByText('Invalid email address').waitFor();
    const address = `right-${Date.now()}@example.com`;
    await dialog.getByLabel('E-mail').fill(address);
    await dialog.getByRole('button', { name: 'Correct the address' }).click();
    await page.getByText('it was ada@example.com').waitFor();
    await expect
      .poll(async () => (await localMail()).filter(({ to }) => to === address).length, { timeout: 70_000 })
      .toBe(1);
    const [further] = await db()<{ address: string }[]>`
      select address from private.order_addresses where order_id = ${id} and channel = 'email'`;
    expect(further?.address).toBe(address);
  },
  120_000,
);

test('a failed message is an alert on the overview until it is settled, and is shown on the order’s page', async () => {
  const { page } = await openShop({ viewport: desktop });
  const id = await withFailedReceipt(page);
  await signIn(page, 'admin');
  await page.goto('/admin');
  await page.getByText(/not arrived, or may not have/).waitFor();

  await followLink(page, `/admin/orders/${id}`);
  await page.getByRole('button', receipt).click();
  await page.getByRole('button', { name: 'Settled' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nothing more needs to be done' });
  await dialog.getByLabel('What was done').fill('Told her by phone');
  await dialog.getByRole('button', { name: 'Settled' }).click();
  await page.getByText('Told her by phone').waitFor();
  const [row] = await db()<{ dismissed: boolean }[]>`
    select dismissed_at is not null as dismissed from private.messages
    where order_id = ${id} and kind = 'order_paid' and channel = 'email'`;
  expect(row?.dismissed).toBe(true);
});

test('an address that bounced is blocked on the order’s page until the owner unblocks it', async () => {
  const { page } = await openShop({ viewport: phone });
  const id = await withBouncedReceipt(page);
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${id}`);
  await page.getByText('The address is blocked: a message bounced').first().waitFor();
  await page.getByRole('button', receipt).click();
  const drawer = page.getByRole('dialog', { name: 'Message' });
  expect(await drawer.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  await drawer.getByRole('button', { name: 'Unblock the address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write to this address again' });
  await dialog.getByRole('button', { name: 'Unblock the address' }).click();
  await drawer.getByText(/address unblocked/).waitFor();
  await drawer.getByRole('button', { name: 'Send again' }).waitFor();
  // The page behind the drawer is refetched meanwhile.
  await expect.poll(() => page.getByText('The address is blocked: a message bounced').count()).toBe(0);
});

test('what an outage of the provider left goes out again with one press', async () => {
  const { page } = await openShop({ viewport: phone });
  const id = await withUnclearReceipt(page);
  await openMessages(page);
  const label = 'Send Again 1 Message';
  await page.getByRole('button', { name: label }).click();
  const dialog = page.getByRole('dialog', { name: 'Send again what may not have gone out' });
  await dialog.getByText('Up to 1 person may get it twice.').waitFor();
  await dialog.getByRole('button', { name: label }).click();
  await expect.poll(() => page.getByRole('button', { name: label }).count()).toBe(0);
  const receipts = async () =>
    (await localMail()).filter(
      ({ orderId, kind, channel }) => orderId === id && kind === 'order_paid' && channel === 'email',
    );
  await expect.poll(async () => (await receipts()).length, { timeout: 70_000 }).toBe(2);
}, 120_000);
