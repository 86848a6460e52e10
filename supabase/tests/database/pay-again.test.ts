import { describe, expect, it } from 'vitest';
import {
  approved,
  available,
  cancelAsShop,
  endHold,
  newPerson,
  newProduct,
  newSession,
  place,
  type Placed,
  bankDecides,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { paymentScene } from '../payment-scene.ts';

const sql = openTestDatabase();
const { newOrder, payAgain, refuse, numberOf, tasksOf } = paymentScene(sql, 3);
checkRulesAfterEach(sql);

const stepOf = async ({ order }: Placed) =>
  (
    await sql<
      { step: string }[]
    >`select private.may_pay(o) as step from public.orders o where o.id = ${order.id}`
  )[0]?.step;

describe('trying again', () => {
  const afterThreeDays = ({ order }: Placed) =>
    sql`update public.orders set created_at = created_at - interval '73 hours' where id = ${order.id}`;

  it('after a refusal takes up the same order with the same pieces and a new transaction', async () => {
    const { sid, product, placed } = await newOrder();
    await refuse(placed);
    expect(await available(sql, product.id)).toBe(1);
    const again = await payAgain(sid, placed.order.id);
    expect(again.order).toMatchObject({ id: placed.order.id, status: 'pending' });
    expect(again.order.items).toEqual(placed.order.items);
    expect(again.transaction.trace).not.toBe(placed.transaction.trace);
    expect(again.transaction.amount).toBe(placed.transaction.amount);
    expect(await available(sql, product.id)).toBe(1);
    expect(await bankDecides(sql, again.transaction.trace, approved(again))).toMatchObject({
      orderStatus: 'paid',
    });
  });

  it('after three days is refused at an old price, or when the product is not sold any more', async () => {
    const { sid, product, placed } = await newOrder();
    await refuse(placed);
    await sql`update public.products set price = 1200 where id = ${product.id}`;
    expect(await payAgain(sid, placed.order.id)).toMatchObject({ order: { status: 'pending' } });
    await afterThreeDays(placed);
    const outdated = { code: 'PT409', message: 'order_outdated' };
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject(outdated);
    await sql`update public.products set price = 1000, is_active = false where id = ${product.id}`;
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject(outdated);
    await sql`update public.products set is_active = true where id = ${product.id}`;
    expect(await payAgain(sid, placed.order.id)).toMatchObject({ order: { status: 'pending' } });
  });

  it('after three days is refused when delivery costs something else, and goes on while it does not', async () => {
    await sql`update private.settings set fixed_delivery_prices = true`;
    const price = async (shillings: number) =>
      sql`update public.delivery_counties set fixed_price = ${shillings} where code = '042'`;
    try {
      await price(900);
      const sid = await newSession(sql);
      const product = await newProduct(sql, { stock: 3 });
      const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
        sid,
        details: { county: '042', deliveryPrice: 900 },
      });
      await refuse(placed);
      await afterThreeDays(placed);
      expect(await payAgain(sid, placed.order.id)).toMatchObject({ order: { status: 'pending' } });
      await price(1100);
      await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'order_outdated' });
    } finally {
      await sql`update private.settings set fixed_delivery_prices = false`;
      await sql`update public.delivery_counties set fixed_price = null where code = '042'`;
    }
  });

  it('is refused, piece by piece, when somebody else has taken them meanwhile', async () => {
    const { sid, product, placed } = await newOrder();
    await refuse(placed);
    await endHold(sql, placed);
    await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }]);
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({
      code: 'PT409',
      message: 'out_of_stock',
      detail: expect.stringContaining('"available": 1') as string,
    });
  });

  it('goes on with the same transaction when the bank’s page was left a moment ago, so two tabs cannot pay twice', async () => {
    const { sid, placed } = await newOrder();
    const [a, b] = await Promise.all([payAgain(sid, placed.order.id), payAgain(sid, placed.order.id)]);
    expect([a.transaction.trace, b.transaction.trace]).toEqual([
      placed.transaction.trace,
      placed.transaction.trace,
    ]);
  });

  it('starts a new transaction when the old one is older than a hold, and still tracks the old one', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    const again = await payAgain(sid, placed.order.id);
    expect(again.transaction.trace).not.toBe(placed.transaction.trace);
    const [old] =
      await sql`select status, next_ask_at from public.transactions where trace = ${placed.transaction.trace}`;
    expect(old).toMatchObject({ status: 'expired', next_ask_at: expect.any(Date) as Date });
  });

  it.each(['1', '2', '9'])('is not offered while the bank is undecided (%s)', async (status) => {
    const { sid, placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, { status, trace: placed.transaction.trace });
    expect(await stepOf(placed)).toBe('wait');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'payment_undecided' });
  });

  it.each([
    ['does not answer', null],
    ['names no transaction', { status: '1', trace: null }],
    ['speaks of another transaction', { status: '1', trace: 'f'.repeat(64) }],
  ])('is not offered while the bank %s, and is once it has no payment', async (_, answer) => {
    const { sid, placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, answer);
    expect(await stepOf(placed)).toBe('wait');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'payment_undecided' });
    await bankDecides(sql, placed.transaction.trace, { status: '', trace: placed.transaction.trace });
    expect(await stepOf(placed)).toBe('pay');
  });

  it('is not offered while the bank is undecided about a transaction that was replaced', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    await payAgain(sid, placed.order.id);
    await bankDecides(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    expect(await stepOf(placed)).toBe('wait');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'payment_undecided' });
  });

  it('is not offered for a paid order, nor to a stranger', async () => {
    const { sid, placed } = await newOrder();
    await expect(payAgain(await newSession(sql), placed.order.id)).rejects.toMatchObject({ code: 'PT404' });
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await stepOf(placed)).toBe('none');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'order_closed' });
  });

  it('an order of an account is not paid from another account, even in the session that placed it', async () => {
    const ada = await newPerson(sql, 'Ada');
    const sid = await newSession(sql, ada.userId);
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    const bob = await newPerson(sql, 'Bob');
    await sql`update private.sessions set sess = ${sql.json({ userId: bob.userId })} where sid = ${sid}`;
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ code: 'PT404' });
  });
});

describe('money that does not fit', () => {
  it('a second charge counts and is too much, once, whatever is asked again', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    const again = await payAgain(sid, placed.order.id);
    await bankDecides(sql, again.transaction.trace, approved(again));
    const late = approved(placed);
    for (let i = 0; i < 3; i += 1) await bankDecides(sql, placed.transaction.trace, late);
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: more was paid than it costs`,
    ]);
  });

  it('late money for pieces that are gone', async () => {
    const { product, placed } = await newOrder({ stock: 2 });
    await endHold(sql, placed);
    await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await tasksOf(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the money came when the pieces were gone`,
    ]);
    expect(await stepOf(placed)).toBe('wait');
  });

  it('money for a cancelled order', async () => {
    const { product, placed } = await newOrder();
    await cancelAsShop(sql, placed);
    expect(await available(sql, product.id)).toBe(3);
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'cancelled',
      transactionStatus: 'completed',
    });
    expect(await tasksOf(placed)).toEqual([`Refund KES 2,000, order ${numberOf(placed)}: it is cancelled`]);
    expect(await stepOf(placed)).toBe('none');
  });

  it('a wrong amount, to the cent', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '199950' }));
    expect(await tasksOf(placed)).toEqual([
      `Look at order ${numberOf(placed)}: the bank approved KES 1,999.50, not the total`,
    ]);
  });
});
