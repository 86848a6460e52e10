import type { Page } from 'playwright-core';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { localMail } from '../../supabase/tests/local-mail.ts';
import { db } from './shop-database.ts';
import type { Screen } from './screen.ts';
import { pay, placeOrder, signIn } from './shop-states.ts';

/** A paid order whose receipt has been sent; returns the order's id. */
async function withReceipt(page: Page): Promise<string> {
  const placed = await placeOrder(page);
  await pay(placed);
  const { id } = placed.order;
  const isSent = () =>
    db()`select 1 from private.messages where order_id = ${id} and kind = 'order_paid' and channel = 'email' and state = 'accepted'`;
  for (let tries = 0; (await isSent()).length === 0; tries += 1) {
    if (tries > 100) throw new Error('The receipt was not sent.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return id;
}

/** A paid order whose receipt was refused by the provider; returns the order's id. */
export async function withFailedReceipt(page: Page): Promise<string> {
  const id = await withReceipt(page);
  await db()`update private.messages set state = 'failed', reason = '550: the mailbox does not exist'
    where order_id = ${id} and kind = 'order_paid' and channel = 'email'`;
  return id;
}

/** A paid order for whose receipt the provider gave no clear answer, the only such message; returns the order's id. */
export async function withUnclearReceipt(page: Page): Promise<string> {
  const id = await withReceipt(page);
  await db()`update private.messages set dismissed_at = now() where state = 'unknown'`;
  await db()`update private.messages set state = 'unknown', reason = '503: no reason given'
    where order_id = ${id} and kind = 'order_paid' and channel = 'email'`;
  return id;
}

/** A paid order with its own e-mail address, whose receipt bounced later; returns the order's id. */
export async function withBouncedReceipt(page: Page): Promise<string> {
  const id = await withReceipt(page);
  // Other orders of these tests use the buyer's address, whose mail must not be blocked.
  const address = `gone-${id.slice(-8)}@example.com`;
  await db()`update private.messages set recipient = ${address}
    where order_id = ${id} and kind = 'order_paid' and channel = 'email'`;
  await db()`update private.sent_messages set recipient = ${address}
    where message_id in (select id from private.messages where order_id = ${id} and channel = 'email')`;
  const mail = (await localMail()).find(
    (one) => one.orderId === id && one.kind === 'order_paid' && one.channel === 'email',
  );
  const { mailbox } = stackUnderTest().addresses;
  const body = new URLSearchParams({ report: 'bounced' });
  await fetch(`${mailbox}/${mail?.id}/report`, { method: 'POST', body, redirect: 'manual' });
  return id;
}

export async function openMessages(page: Page, search = ''): Promise<void> {
  await signIn(page, 'admin');
  await page.goto(`/admin/messages${search}`);
  await page.getByRole('heading', { level: 2, name: 'Messages' }).waitFor();
}

export async function openRules(page: Page): Promise<void> {
  await signIn(page, 'admin');
  await page.goto('/admin/messages/rules');
  await page.getByText('More: each message').click();
  await page.getByLabel('Order cancelled by SMS').waitFor();
}

const openReceipt = (page: Page) =>
  page.getByRole('button', { name: 'Payment receipt, E-mail to ada@example.com: open' }).first().click();

export const messageScreens: readonly Screen[] = [
  {
    name: 'admin-messages',
    show: async (page) => {
      const id = await withFailedReceipt(page);
      await openMessages(page, `?q=${id.slice(-8)}`);
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'admin-messages-one',
    isOverlay: true,
    show: async (page) => {
      const id = await withFailedReceipt(page);
      await openMessages(page, `?q=${id.slice(-8)}`);
      await openReceipt(page);
      await page.getByText('It is not a tax invoice').waitFor();
    },
  },
  {
    name: 'admin-messages-blocked',
    show: async (page) => {
      const id = await withBouncedReceipt(page);
      await openMessages(page, `?q=${id.slice(-8)}`);
      await page.getByText('The address is blocked: a message bounced').first().waitFor();
    },
  },
  {
    name: 'admin-messages-blocked-one',
    isOverlay: true,
    show: async (page) => {
      const id = await withBouncedReceipt(page);
      await openMessages(page, `?q=${id.slice(-8)}`);
      await page
        .getByRole('button', { name: /^Payment receipt, E-mail/ })
        .first()
        .click();
      await page.getByText('Nothing is sent to it until you unblock it').waitFor();
    },
  },
  {
    name: 'admin-messages-correcting',
    isOverlay: true,
    show: async (page) => {
      const id = await withFailedReceipt(page);
      await openMessages(page, `?q=${id.slice(-8)}`);
      await openReceipt(page);
      await page.getByRole('button', { name: 'Correct the address' }).click();
      await page.getByRole('dialog', { name: 'Send to another address' }).waitFor();
    },
  },
  {
    name: 'admin-messages-outage',
    isOverlay: true,
    show: async (page) => {
      await withUnclearReceipt(page);
      await openMessages(page);
      await page.getByRole('button', { name: 'Send Again 1 Message' }).click();
      await page.getByText('Up to 1 person may get it twice.').waitFor();
    },
  },
  {
    name: 'admin-messages-none-found',
    show: async (page) => {
      await openMessages(page, '?q=nobody-of-this-name');
      await page.getByText('No message matches all of these filters.').waitFor();
    },
  },
  { name: 'admin-messages-rules', show: openRules },
  {
    name: 'admin-messages-rules-recipients',
    show: async (page) => {
      await openRules(page);
      await page.getByLabel('Another address').fill('nobody');
      await page.getByRole('button', { name: 'Add Address' }).click();
      await page.getByText('Type an e-mail address, or a mobile phone').waitFor();
    },
  },
];
