import { describe, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { callJob } from '../bank-faults.ts';
import { type LocalMail, localMail } from '../local-mail.ts';
import { formatDayAndTime } from '../../functions/_shared/contract/nairobi-time.ts';
import type { PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const { site } = stackUnderTest().addresses;

async function newOrder(wishes: object = {}) {
  const visitor = new Visitor();
  const product = await newProduct(sql, { price: 5000 });
  const request = orderRequest([{ productId: product.id, quantity: 1, price: 5000 }]);
  const { body } = await visitor.post<PlaceOrderReply>('/api/orders', {
    ...request,
    orderData: { ...request.orderData, ...wishes },
  });
  return { visitor, order: body.order, payment: body.payment };
}

/** The messages about an order, once these are among them, mail where no channel is named; oldest first. */
async function messagesAbout(orderId: string, kinds: string[]): Promise<LocalMail[]> {
  const about = async () => (await localMail()).filter((mail) => mail.orderId === orderId).reverse();
  await expect
    .poll(async () => (await about()).map(({ kind, channel }) => `${kind} ${channel}`), { timeout: 15_000 })
    .toEqual(expect.arrayContaining(kinds.map((kind) => (kind.includes(' ') ? kind : `${kind} email`))));
  return about();
}

describe('a paid order', () => {
  it('is reported to its buyer by mail and SMS and to the owner by mail, a moment later and once', async () => {
    const { order, payment } = await newOrder();
    const form = await payAtTheBank(payment, '4242424242424242');
    await Promise.all([comeBack(form), comeBack(form)]);
    const messages = await messagesAbout(order.id, ['order_paid', 'order_paid sms', 'owner_order_paid']);
    expect(messages.map(({ kind, channel }) => `${kind} ${channel}`).sort()).toEqual([
      'order_paid email',
      'order_paid sms',
      'owner_order_paid email',
    ]);
    const receipt = messages.find(({ kind, channel }) => kind === 'order_paid' && channel === 'email');
    expect(receipt).toMatchObject({
      to: order.customerEmail,
      subject: expect.stringContaining('#IC-') as string,
    });
    expect(receipt?.html).toContain('KES 5,000');
    const links = [...(receipt?.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
    expect(links[0]?.startsWith(`${site}/`)).toBe(true);
  });

  it('opens on another device by the link in its mail', async () => {
    const { order, payment } = await newOrder();
    await comeBack(await payAtTheBank(payment, '4242424242424242'));
    const messages = await messagesAbout(order.id, ['order_paid']);
    const receipt = messages.find(({ kind, channel }) => kind === 'order_paid' && channel === 'email');
    const link = new URL(/https?:\/\/\S+/.exec(receipt?.text ?? '')?.[0] ?? '');
    const key = new URLSearchParams(link.hash.slice(1)).get('key') ?? '';
    const seen = await new Visitor().get(`/api/orders/${order.id}`, { 'x-order-key': key });
    expect(seen).toMatchObject({ status: 200, body: { id: order.id, status: 'paid', view: 'reduced' } });
  });
});

it('a buyer who chose so is written to in Swahili, and on WhatsApp', async () => {
  const { order, payment } = await newOrder({ language: 'sw', whatsAppConsent: true });
  await comeBack(await payAtTheBank(payment, '4242424242424242'));
  const messages = await messagesAbout(order.id, ['order_paid', 'owner_order_paid']);
  await expect
    .poll(async () => (await messagesAbout(order.id, [])).map(({ channel }) => channel))
    .toContain('whatsapp');
  const receipt = messages.find(({ kind, channel }) => kind === 'order_paid' && channel === 'email');
  expect(receipt?.subject).toMatch(/^Malipo ya oda/);
});

it('the short link of the SMS opens the order on another device, until a new link is made', async () => {
  const { visitor, order, payment } = await newOrder();
  await comeBack(await payAtTheBank(payment, '4242424242424242'));
  const sms = (await messagesAbout(order.id, ['order_paid sms'])).find(({ channel }) => channel === 'sms');
  const link = /https?:\/\/\S+$/.exec(sms?.text ?? '')?.[0] ?? '';
  const [, number = '', shortKey = ''] = /\/o\/([0-9A-F]{8})#([\w-]{22})$/.exec(link) ?? [];
  const open = () =>
    new Visitor().get<{ orderId: string; linkKey: string }>(`/api/short-links/${number}`, {
      'x-order-key': shortKey,
    });
  const { body } = await open();
  expect(body.orderId).toBe(order.id);
  const seen = await new Visitor().get(`/api/orders/${order.id}`, { 'x-order-key': body.linkKey });
  expect(seen).toMatchObject({ status: 200, body: { status: 'paid', view: 'reduced' } });
  expect((await visitor.post(`/api/orders/${order.id}/link`, {})).status).toBe(200);
  expect((await open()).status).toBe(404);
});

it('a refused card is reported with what to try', async () => {
  const { order, payment } = await newOrder();
  await comeBack(await payAtTheBank(payment, '2121212121212121'));
  const [refusal] = await messagesAbout(order.id, ['payment_refused']);
  expect(refusal?.text).toContain('another card');
});

it('a job that has been silent for 15 minutes is reported to the owner, once', async () => {
  const lastHeartbeat = () => sql<{ at: Date }[]>`select at from private.heartbeats where job = 'reconcile'`;
  let [silent, last]: Date[] = [];
  // The stack's own timer calls the job every minute, perhaps at this moment: then it was not silent. Each attempt is
  // of another minute, which is what its report shows.
  for (let attempt = 1; attempt <= 3 && (!silent || last?.getTime() !== silent.getTime()); attempt += 1) {
    const [heartbeat] = await sql<{ at: Date }[]>`
      insert into private.heartbeats (job, at) values ('reconcile', date_trunc('milliseconds', now() - make_interval(mins => ${15 + attempt})))
      on conflict (job) do update set at = excluded.at returning at`;
    silent = heartbeat?.at;
    // As an API call does that finds nobody has called for five minutes; several processes may at once.
    await Promise.all([callJob('send-messages'), callJob('send-messages'), callJob('send-messages')]);
    await callJob('send-messages');
    last = (await lastHeartbeat())[0]?.at;
  }
  const shown = formatDayAndTime(silent?.toISOString() ?? '');
  const reports = (await localMail()).filter(
    ({ kind, text }) => kind === 'owner_health' && text?.includes(`This began on ${shown}.`),
  );
  expect(reports).toHaveLength(1);
});
