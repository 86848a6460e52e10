import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  approved,
  available,
  cancelAsShop,
  endHold,
  newPerson,
  newProduct,
  newSession,
  newSid,
  place,
  bankDecides,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refusedOrder } from '../sql-refusals.ts';

const sql = openTestDatabase();

checkRulesAfterEach(sql);

describe('a repeated key', () => {
  it('gives the same reply and no second order, twenty times at once', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const sid = await newSession(sql);
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(sql, line, { sid, key })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await available(sql, product.id)).toBe(4);
  });

  it('of a first order that was sent twice before any cookie is one order, which both sessions see', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const sids = Array.from({ length: 6 }, () => newSid());
    const replies = await Promise.all(sids.map((sid) => place(sql, line, { sid, key })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await available(sql, product.id)).toBe(4);
    const seen = await sql<{ sid: string }[]>`
      select sid from private.session_orders where order_id = ${replies[0]?.order.id ?? ''}`;
    expect(seen.map(({ sid }) => sid).sort()).toEqual(sids.sort());
  });

  const repeated = async () => {
    const product = await newProduct(sql, { stock: 5 });
    const sid = await newSession(sql);
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const key = randomUUID();
    const send = () => place(sql, line, { sid, key });
    return { product, send, placed: await send() };
  };

  it('of an order that was cancelled, or paid, meanwhile says so, and gives nobody the old form', async () => {
    const cancelled = await repeated();
    await cancelAsShop(sql, cancelled.placed);
    const paid = await repeated();
    await bankDecides(sql, paid.placed.transaction.trace, approved(paid.placed));
    for (const [{ send, placed }, status] of [
      [cancelled, 'cancelled'],
      [paid, 'paid'],
    ] as const) {
      expect(await refusedOrder(send())).toMatchObject({
        code: 'PT409',
        message: 'order_closed',
        order: { id: placed.order.id, status },
      });
    }
  });

  it('whose hold is over, or whose card was refused, gives the order to be paid again, without the old form', async () => {
    const late = await repeated();
    await endHold(sql, late.placed);
    const refused = await repeated();
    await bankDecides(sql, refused.placed.transaction.trace, approved(refused.placed, { status: '4' }));
    for (const { send, placed } of [late, refused])
      expect(await send()).toMatchObject({ order: { id: placed.order.id }, transaction: null });
  });

  it('with other content, or by another account, is refused', async () => {
    const product = await newProduct(sql);
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    await place(sql, line, { key });
    expect(await refusedOrder(place(sql, line, { key, hash: 'other' }))).toMatchObject({
      message: 'key_reused',
    });
    const bob = await newPerson(sql, 'Bob');
    expect(
      await refusedOrder(place(sql, line, { key, sid: await newSession(sql, bob.userId) })),
    ).toMatchObject({
      message: 'key_reused',
    });
  });

  it('can be tried again after a refusal', async () => {
    const product = await newProduct(sql, { stock: 0 });
    const key = randomUUID();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    expect(await refusedOrder(place(sql, line, { key }))).toMatchObject({ message: 'out_of_stock' });
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    expect((await place(sql, line, { key })).order.status).toBe('pending');
  });
});

describe('an unpaid order with the same items', () => {
  const anotherAddress = { customerAddress: 'Moi Avenue, Nakuru' };
  async function unpaidOrder(stock = 10) {
    const sid = await newSession(sql);
    const product = await newProduct(sql, { stock });
    const line = [{ productId: product.id, quantity: 2, price: 1000 }];
    return { sid, product, line, first: await place(sql, line, { sid }) };
  }

  it('for the same person is the same order, whatever key is sent, or none', async () => {
    const { sid, product, line, first } = await unpaidOrder();
    for (const key of [randomUUID(), null, null]) {
      const again = await place(sql, line, { sid, key });
      expect(again.order.id).toBe(first.order.id);
      expect(again.transaction.trace).toBe(first.transaction.trace);
    }
    expect(await available(sql, product.id)).toBe(8);
  });

  it('twenty tabs at once in a browser that has only its cookie: one order', async () => {
    const product = await newProduct(sql, { stock: 50 });
    const sid = newSid();
    const line = [{ productId: product.id, quantity: 1, price: 1000 }];
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(sql, line, { sid })));
    expect(new Set(replies.map(({ order }) => order.id)).size).toBe(1);
    expect(await available(sql, product.id)).toBe(49);
  });

  it.each([
    { customerName: 'Ada King' },
    { customerEmail: 'ada@example.org' },
    { customerPhone: '+254700000000' },
    anotherAddress,
    { company: { name: 'Kisumu Water' } },
  ] as Record<string, unknown>[])(
    'for other details (%o) is another order, and both hold their pieces',
    async (details) => {
      const { sid, product, line, first } = await unpaidOrder();
      const second = await place(sql, line, { sid, details });
      expect(second.order.id).not.toBe(first.order.id);
      expect(await available(sql, product.id)).toBe(6);
      // Each of the two is the same order for its own details.
      expect((await place(sql, line, { sid })).order.id).toBe(first.order.id);
      expect((await place(sql, line, { sid, details })).order.id).toBe(second.order.id);
    },
  );

  it('at an older price is another order: nobody pays another total than the one on the page', async () => {
    const { sid, product, line, first } = await unpaidOrder();
    await sql`update public.products set price = 1100 where id = ${product.id}`;
    const dearer = line.map((one) => ({ ...one, price: 1100 }));
    const second = await place(sql, dearer, { sid });
    expect(second.order).toMatchObject({ totalAmount: 2200 });
    expect(second.order.id).not.toBe(first.order.id);
  });

  it('does not apply to other quantities, more products or another browser', async () => {
    const { sid, line, first } = await unpaidOrder();
    const other = await newProduct(sql);
    const more = [...line, { productId: other.id, quantity: 1, price: 1000 }];
    const fewer = line.map((one) => ({ ...one, quantity: 1 }));
    const placed = [
      await place(sql, more, { sid }),
      await place(sql, fewer, { sid }),
      await place(sql, line),
    ];
    expect(placed.map(({ order }) => order.id)).not.toContain(first.order.id);
  });

  it('on two lines is the same as on one', async () => {
    const { sid, product, first } = await unpaidOrder();
    const lines = [1, 1].map((quantity) => ({ productId: product.id, quantity, price: 1000 }));
    expect((await place(sql, lines, { sid })).order.id).toBe(first.order.id);
  });

  it('that the bank has not decided about must wait; once it is paid, the next one is another order', async () => {
    const { sid, line, first } = await unpaidOrder();
    const { trace } = first.transaction;
    await bankDecides(sql, trace, { status: '1', trace });
    expect(await refusedOrder(place(sql, line, { sid }))).toMatchObject({
      message: 'payment_undecided',
      order: { id: first.order.id, nextStep: 'wait' },
    });
    await bankDecides(sql, trace, approved(first));
    expect((await place(sql, line, { sid })).order.id).not.toBe(first.order.id);
  });

  it('whose card was refused, or whose hold has ended, must be taken up again: no transaction to pay', async () => {
    const refused = await unpaidOrder();
    await bankDecides(sql, refused.first.transaction.trace, {
      status: '4',
      trace: refused.first.transaction.trace,
    });
    const unheld = await unpaidOrder();
    await endHold(sql, unheld.first);
    for (const { sid, line, first } of [refused, unheld])
      expect(await place(sql, line, { sid })).toMatchObject({
        order: { id: first.order.id },
        transaction: null,
      });
    await sql`update public.orders set created_at = now() - interval '73 hours' where id = ${refused.first.order.id}`;
    const later = await place(sql, refused.line, { sid: refused.sid });
    expect(later.order.id).not.toBe(refused.first.order.id);
  });
});
