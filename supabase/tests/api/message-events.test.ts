import { expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { callJob } from '../bank-faults.ts';
import { type LocalMail, localMail } from '../local-mail.ts';
import type { PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const { mailbox, supabase } = stackUnderTest().addresses;

/** A paid order of a buyer of its own; returns its messages that have arrived. */
async function paidOrder(customerEmail: string, customerPhone: string) {
  const product = await newProduct(sql, { price: 5000 });
  const request = orderRequest([{ productId: product.id, quantity: 1, price: 5000 }]);
  const orderData = { ...request.orderData, customerEmail, customerPhone, whatsAppConsent: true };
  const { body } = await new Visitor().post<PlaceOrderReply>('/api/orders', { ...request, orderData });
  await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
  const arrived = async () =>
    (await localMail()).filter(({ orderId, kind }) => orderId === body.order.id && kind === 'order_paid');
  return { id: body.order.id, arrived };
}

const report = ({ id }: LocalMail, what: string) =>
  fetch(`${mailbox}/${id}/report`, {
    method: 'POST',
    body: new URLSearchParams({ report: what }),
    redirect: 'manual',
  });

const statesOf = async (orderId: string) => {
  const rows = await sql<{ channel: string; state: string }[]>`
    select channel, state from private.messages where order_id = ${orderId} and kind = 'order_paid' order by channel`;
  return Object.fromEntries(rows.map(({ channel, state }) => [channel, state]));
};

it('signed reports of providers are accepted, and a bounce stops mail to the address', async () => {
  const email = `bounces-${Date.now()}@example.com`;
  const phone = `+25471${String(Date.now()).slice(-7)}`;
  const first = await paidOrder(email, phone);
  await expect.poll(async () => (await first.arrived()).length, { timeout: 15_000 }).toBe(3);
  await expect
    .poll(() => statesOf(first.id))
    .toEqual({ email: 'accepted', sms: 'accepted', whatsapp: 'accepted' });
  const of = async (channel: string) =>
    (await first.arrived()).find((one) => one.channel === channel) as LocalMail;
  await report(await of('email'), 'bounced');
  await report(await of('sms'), 'delivered');
  await report(await of('whatsapp'), 'failed');
  expect(await statesOf(first.id)).toEqual({ email: 'bounced', sms: 'delivered', whatsapp: 'failed' });

  const second = await paidOrder(email, phone);
  await expect
    .poll(async () => (await second.arrived()).map(({ channel }) => channel).sort(), { timeout: 15_000 })
    .toEqual(['sms', 'whatsapp']);
  await callJob('send-messages');
  expect(await statesOf(second.id)).toMatchObject({ email: 'failed' });
  expect((await localMail()).filter(({ to }) => to === email)).toHaveLength(1);
});

it('reports without a signature are refused', async () => {
  for (const name of ['resend', 'africas-talking', 'whatsapp', 'nobody']) {
    const response = await fetch(`${supabase}/functions/v1/message-events/${name}`, {
      method: 'POST',
      body: JSON.stringify({ type: 'email.bounced', data: { email_id: 'x' } }),
    });
    expect([name, response.status]).toEqual([name, 401]);
  }
});
