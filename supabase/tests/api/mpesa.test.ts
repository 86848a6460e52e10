import { describe, expect, it } from 'vitest';
import { accountNumber } from '../../functions/_shared/contract/mpesa.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { Visitor, withLinkOf } from '../api-visitor.ts';
import { reconcile } from '../bank-faults.ts';
import { mpesaPhone, newPhone } from '../mpesa-phone.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

/* The functions under Deno and a stand-in of Safaricom that may misbehave: what a buyer's page is told. */
const sql = openTestDatabase();
const safaricom = mpesaPhone();
const { supabase } = stackUnderTest().addresses;

/** An order of KES 5,000 in a new browser, and a phone of its own. */
async function newOrder(price = 5000) {
  const visitor = new Visitor();
  const product = await newProduct(sql, { price });
  const { body } = await visitor.placeOrder([{ productId: product.id, quantity: 1, price }]);
  const phone = newPhone();
  const { order } = body;
  return {
    visitor,
    order,
    phone,
    prompt: (typed = phone) =>
      visitor.post<Order & { code?: string }>(`/api/orders/${order.id}/prompt`, { phone: typed }),
    /** As its page asks; the ten seconds between two questions are over. */
    check: async () => {
      await sql`update public.transactions set asked_at = null where order_id = ${order.id}`;
      return (await visitor.post<Order>(`/api/orders/${order.id}/check`, undefined)).body;
    },
  };
}
const minutesPass = ({ order }: { order: Order }, minutes: number) =>
  sql`update public.transactions set created_at = created_at - make_interval(mins => ${minutes})
    where order_id = ${order.id}`;
/** Until something has come that Safaricom tells by itself. */
async function eventually<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (let i = 0; ; i += 1) {
    const value = await read();
    if (isThere(value) || i === 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a prompt', () => {
  it('rings the phone that was typed, waits, and is paid; its receipt is the reference', async () => {
    const { prompt, phone, check, order } = await newOrder();
    const { status, body } = await prompt(`0${phone.slice(3)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      nextStep: 'wait',
      payment: { prompt: { isOpen: true, phone, amount: 5000 } },
    });
    expect(await check()).toMatchObject({ nextStep: 'wait', payment: { prompt: { code: '4999' } } });
    expect(await safaricom.promptOn(phone)).toMatchObject({ amount: 5000, account: accountNumber(order.id) });
    await safaricom.answer(phone, '1234');
    const paid = await eventually(check, ({ payment }) => payment.prompt?.hasReceipt === true);
    const receipt = (await safaricom.promptOn(phone))?.receipt;
    expect(paid).toMatchObject({ status: 'paid', payment: { method: 'mpesa', acceptedCents: 500_000 } });
    const [row] = await sql<{ code: string }[]>`select transaction_id as code from public.transactions
      where order_id = ${order.id} and status = 'completed'`;
    expect(row?.code).toBe(receipt);
  });

  it('with a wrong PIN is followed by another with the right one', async () => {
    const { prompt, phone, check } = await newOrder();
    await prompt();
    await safaricom.answer(phone, '0000');
    expect(await eventually(check, ({ nextStep }) => nextStep === 'pay')).toMatchObject({
      status: 'pending',
      payment: { prompt: { code: '2001', isOpen: false } },
    });
    await prompt();
    await safaricom.answer(phone, '1234');
    expect(await eventually(check, ({ status }) => status === 'paid')).toMatchObject({ status: 'paid' });
  });

  it('pressed twice, and in two tabs, is one', async () => {
    const { prompt, phone } = await newOrder();
    const replies = await Promise.all([prompt(), prompt(), prompt()]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'payment_undecided')).toHaveLength(2);
    const { prompts } = await safaricom.ledger();
    expect(prompts.filter((one) => one.phone === phone)).toHaveLength(1);
  });

  it('whose call-back never comes is paid when its page asks, or the schedule does', async () => {
    const { prompt, phone, order, visitor } = await newOrder();
    await safaricom.misbehave({ callback: 'lost', confirmation: 'lost' }, phone);
    await prompt();
    await safaricom.answer(phone, '1234');
    await sql`update public.transactions set next_ask_at = now() where order_id = ${order.id} and phone is not null`;
    await reconcile();
    expect(await visitor.orderOf(order.id)).toMatchObject({ status: 'paid' });
  });

  it('that was sent but not answered is not sent again, and counts by the notice that names it', async () => {
    const { prompt, phone, check } = await newOrder();
    await safaricom.misbehave({ push: 'neverAnswers' }, phone);
    expect((await prompt()).body).toMatchObject({
      nextStep: 'wait',
      payment: { prompt: { code: 'no answer' } },
    });
    await safaricom.answer(phone, '1234');
    expect(await eventually(check, ({ status }) => status === 'paid')).toMatchObject({ status: 'paid' });
  }, 30_000);

  it('of which a forged notice says that it was paid is asked about, and not paid', async () => {
    const { prompt, phone, check } = await newOrder();
    await safaricom.misbehave({ callbackForgedFirst: true }, phone);
    await prompt();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await check()).toMatchObject({ status: 'pending', payment: { acceptedCents: 0 } });
  });

  it('is for whoever has the link too, and for no stranger', async () => {
    const { order, phone } = await newOrder();
    const stranger = new Visitor();
    const path = `/api/orders/${order.id}/prompt`;
    expect((await stranger.post(path, { phone })).status).toBe(404);
    const linked = await stranger.post<Order>(path, { phone }, withLinkOf({ linkKey: order.linkKey ?? '' }));
    expect(linked.status).toBe(200);
    expect(linked.body.customerPhone).toBeUndefined();
  });

  it('to no phone is refused at the field, and above the limit is for so much', async () => {
    const { prompt } = await newOrder();
    expect(await prompt('020 123 4567')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const large = await newOrder(300_000);
    expect((await large.prompt()).body).toMatchObject({ payment: { prompt: { amount: 250_000 } } });
  });
});

describe('a prompt of staff', () => {
  const as = async (role: string) => {
    const person = await registered(sql, 'admin');
    await sql`update public.users set role = ${role} where id = ${person.userId}`;
    return person;
  };
  const send = (person: Visitor, orderId: string, phone: string) =>
    person.post<Order & { code?: string }>(`/api/admin/orders/${orderId}/prompt`, { phone });

  it('rings the phone that they typed, once, and says who sent it', async () => {
    const { order, phone, check } = await newOrder();
    const clerk = await as('sales');
    const replies = await Promise.all([send(clerk, order.id, phone), send(clerk, order.id, phone)]);
    expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'payment_undecided']);
    expect(await send(clerk, order.id, phone)).toMatchObject({ body: { code: 'payment_undecided' } });
    const { prompts } = await safaricom.ledger();
    expect(prompts.filter((one) => one.phone === phone)).toHaveLength(1);
    await safaricom.answer(phone, '1234');
    expect(await eventually(check, ({ status }) => status === 'paid')).toMatchObject({ status: 'paid' });
    expect(await send(clerk, order.id, phone)).toMatchObject({ body: { code: 'order_closed' } });
    const { body: details } = await callSqlAs<OrderDetails>(clerk, 'order_details', { p_order_id: order.id });
    expect(details.timeline.filter(({ kind }) => kind === 'transaction_opened')).toMatchObject([
      { by: null },
      { by: { id: clerk.userId } },
    ]);
  });

  it('is sent by nobody who may not record payments, and by nobody through the buyers’ doors', async () => {
    const { order, phone } = await newOrder();
    for (const person of [await registered(sql), await as('warehouse')])
      expect(await send(person, order.id, phone)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    for (const person of [await registered(sql), await as('warehouse'), await as('accounts')]) {
      expect((await person.post(`/api/orders/${order.id}/prompt`, { phone })).status).toBe(404);
      expect((await person.post(`/api/orders/${order.id}/payment`, undefined)).status).toBe(404);
    }
    expect((await send(new Visitor(), order.id, phone)).status).toBe(401);
    expect(await safaricom.promptOn(phone)).toBeUndefined();
  });

  it('above the limit is for so much, to no phone is refused; the limits of phones are those of buyers', async () => {
    const clerk = await as('accounts');
    const large = await newOrder(300_000);
    expect(await send(clerk, large.order.id, '020 123 4567')).toMatchObject({ status: 400 });
    expect((await send(clerk, large.order.id, large.phone)).status).toBe(200);
    expect(await safaricom.promptOn(large.phone)).toMatchObject({ amount: 250_000 });
    const { phone } = large;
    await sql`update private.rate_counts set used_until = now() + interval '2 hours'
      where action = 'prompt' and subject = 'phone'
        and key_hash = encode(sha256(convert_to(${phone}, 'utf8')), 'hex')`;
    const { order } = await newOrder();
    expect((await send(clerk, order.id, phone)).body.code).toBe('too_many_requests');
  });
});

describe('a payment to the paybill', () => {
  it('after a prompt that was ignored pays with a badly typed number', async () => {
    const placed = await newOrder();
    const { prompt, phone, check, order } = placed;
    await prompt();
    await safaricom.answer(phone, '', 'ignore').catch(() => {});
    await minutesPass(placed, 4);
    await check();
    await safaricom.payToPaybill(`ic ${accountNumber(order.id).slice(2).toLowerCase()}`, 5000, phone);
    const announced = await eventually(check, ({ payment }) => payment.announcedCents > 0);
    expect(announced).toMatchObject({
      status: 'pending',
      payment: { announcedCents: 500_000, acceptedCents: 0 },
    });
    await reconcile();
    expect(await check()).toMatchObject({
      status: 'paid',
      payment: { announcedCents: 0, acceptedCents: 500_000 },
    });
  });

  it('of more than M-Pesa takes at a time comes in two parts', async () => {
    const { check, order, phone } = await newOrder(300_000);
    await safaricom.payToPaybill(accountNumber(order.id), 200_000, phone);
    await reconcile();
    expect(await check()).toMatchObject({ status: 'pending', payment: { dueAmount: 100_000 } });
    await safaricom.payToPaybill(accountNumber(order.id), 100_000, phone);
    await reconcile();
    expect(await check()).toMatchObject({ status: 'paid' });
  });

  it('told three times, and of which the list has it too, counts once', async () => {
    const { check, order, phone } = await newOrder();
    await safaricom.misbehave({ confirmation: 'thrice' }, phone);
    await safaricom.payToPaybill(accountNumber(order.id), 5000, phone);
    await Promise.all([reconcile(), reconcile()]);
    await reconcile();
    expect(await check()).toMatchObject({
      status: 'paid',
      payment: { acceptedCents: 500_000, overpaidCents: 0 },
    });
  });

  it('is taken from nobody who does not know the address', async () => {
    const { check, order } = await newOrder();
    const reply = await fetch(`${supabase}/functions/v1/payment-notices/paybill/${'0'.repeat(64)}`, {
      method: 'POST',
      body: JSON.stringify({
        TransID: 'RKTQDM7W6S',
        TransAmount: '5000',
        BillRefNumber: accountNumber(order.id),
      }),
    });
    expect(reply.status).toBe(404);
    expect(await check()).toMatchObject({ payment: { announcedCents: 0 } });
  });
});
