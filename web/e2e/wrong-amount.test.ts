import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, payOnBankPage } from './journey.ts';
import { signIn } from './shop-states.ts';
import {
  bankRefuses,
  orderPaidAfterItsEnd,
  orderWithWrongAmount,
  ownerDecides,
  part,
} from './wrong-amount-scene.ts';
import { followLink } from './wait-for-page.ts';
import { onPhone } from './widths.ts';
import { otherStep } from './order-steps.ts';

const kes = (amount: number) => `KES ${amount.toLocaleString('en-KE')}`;
const textOn = async (page: Page) =>
  (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');

/** Returns the texts of the order's page and the outcome pages. */
async function readEveryPage(page: Page, id: string, ready: RegExp): Promise<string[]> {
  const paths = [
    `/order-confirmation/${id}`,
    ...['success', 'failed', 'try-later', 'error'].map((outcome) => `/payment/${outcome}?order=${id}`),
  ];
  const all: string[] = [];
  for (const path of paths) {
    // The shop is loaded once; each page begins anew after another one.
    if (path === paths[0]) await page.goto(path);
    else {
      await followLink(page, '/returns');
      await page.getByRole('heading', { level: 1, name: 'Returns & Refunds' }).waitFor();
      await followLink(page, path);
    }
    await page.getByText(ready).first().waitFor();
    all.push(await textOn(page));
  }
  return all;
}

const denialOfPayment = /no record|no payment|not charged|order is not paid|not paid yet|did not take/i;

test.each(onPhone)(
  'on %s an amount that the owner accepted is shown as received on every page',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    const order = await orderWithWrongAmount(page);
    await page.goto(`/payment/success?order=${order.id}`);
    await page.getByText('A payment for this order is being checked').first().waitFor();
    await ownerDecides(order.id, 'accepted');
    const [own, ...afterBank] = await readEveryPage(
      page,
      order.id,
      /Your payment is approved|Payment Successful/,
    );
    expect(own).toContain(`The bank approved ${kes(part)}.`);
    for (const words of [own, ...afterBank]) expect(words).not.toMatch(denialOfPayment);
    for (const words of afterBank) expect(words).toContain('Payment Successful');
  },
);

test.each(onPhone)(
  'on %s the rest is shown wherever the order is, also after a declined card, and is the amount of the next payment',
  async (_, viewport) => {
    const { page, stack } = await openShop({ viewport });
    const order = await orderWithWrongAmount(page);
    await ownerDecides(order.id, 'partial_payment');
    const rest = order.totalAmount - part;
    const sentence = `${kes(part)} is received, and ${kes(rest)} is still to be paid.`;

    await page.goto('/');
    const banner = page.getByRole('region', { name: 'Orders that are not paid yet' });
    await banner.waitFor();
    expect((await banner.innerText()).replaceAll('\u00a0', ' ')).toContain(
      `${kes(rest)} of ${kes(order.totalAmount)}, is still to be paid.`,
    );
    await followLink(page, '/orders');
    await page.getByText(`${kes(rest).replace(' ', '\u00a0')} still to be paid`).waitFor();

    await page.goto(`/order-confirmation/${order.id}`);
    await page.getByRole('button', { name: 'Pay by Card' }).click();
    await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
    expect((await page.getByRole('button', { name: /^Pay / }).innerText()).replace(/\D/g, '')).toContain(
      String(rest),
    );
    await bankRefuses(order.id);
    const pages = await readEveryPage(page, order.id, /still to be paid/);
    for (const words of pages) {
      expect(words).toContain(sentence);
      expect(words).not.toMatch(denialOfPayment);
    }
    expect(pages[0]).toContain('The bank refused the payment of the rest');

    await followLink(page, `/payment/failed?order=${order.id}`);
    await page.getByRole('button', { name: 'Pay by Card' }).waitFor();
    expect(await page.getByRole('link', { name: 'Try Again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pay by Card' }).click();
    await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
    await payOnBankPage(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await followLink(page, `/order-confirmation/${order.id}`);
    await page.getByText('Your payment is approved').first().waitFor();
    expect(await textOn(page)).toContain(`The bank approved ${kes(order.totalAmount)}.`);
  },
);

test('the owner sees that a part was accepted, and can refund it but not cancel', async () => {
  const { page: buyer } = await openShop();
  const order = await orderWithWrongAmount(buyer);
  await ownerDecides(order.id, 'partial_payment');
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByText('A part of this order is paid').waitFor();
  await (await otherStep(page, 'Record a Refund')).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0);
  await page.goto(`/admin/transactions?q=${order.id.slice(-8)}`);
  await page.getByRole('table').getByText('Approved', { exact: true }).first().waitFor();
});

test.each(onPhone)(
  'on %s a cancelled order with received money says so, and whom to call',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    const order = await orderPaidAfterItsEnd(page);
    for (const words of await readEveryPage(page, order.id, /has not been refunded yet/)) {
      expect(words).toContain(
        `${kes(order.totalAmount)} is received for this order and has not been refunded yet.`,
      );
      expect(words).toContain('the money goes back the way it came. Call us if you miss it.');
      expect(words).not.toMatch(denialOfPayment);
    }
    expect(await page.getByRole('link', { name: 'Try Again' }).count()).toBe(0);
  },
);
