import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { newCustomer } from '../api-customer.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const madeUp = `sid=${'A'.repeat(43)}`;
/** Another browser with the same cookie. */
function copyOf({ cookie }: { cookie: string }): Visitor {
  const copy = new Visitor();
  copy.cookie = cookie;
  return copy;
}
const sidOf = ({ cookie }: Visitor) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('hex');
async function orderOne(visitor: Visitor, quantity = 1): Promise<Order> {
  const product = await visitor.someProduct();
  const { body } = await visitor.placeOrder([{ productId: product.id, quantity, price: product.price }]);
  return body.order;
}
async function expectNothingOpen(thief: Visitor, { id }: Order): Promise<void> {
  const before = thief.cookie;
  expect((await thief.get(`/api/orders/${id}`)).status).toBe(404);
  for (const list of ['/api/orders', '/api/orders/open'])
    expect(await thief.get(list)).toMatchObject({ status: 200, body: [] });
  for (const step of ['cancel', 'link', 'check', 'payment'])
    expect((await thief.post(`/api/orders/${id}/${step}`, {})).status).toBe(404);
  expect(thief.cookie).toBe(before);
}

describe('the session of a guest', () => {
  it('has an id that the shop made: one that the browser brings along is not taken over', async () => {
    const victim = copyOf({ cookie: madeUp });
    await victim.get('/api/orders/open');
    const order = await orderOne(victim);
    expect(victim.cookie).not.toBe(madeUp);
    await expectNothingOpen(copyOf({ cookie: madeUp }), order);
    expect((await victim.orderOf(order.id)).view).toBe('full');
  });

  it('begins with the first order: no earlier reply brings a cookie that somebody could copy', async () => {
    const victim = new Visitor();
    for (const path of ['/api/orders/open', '/api/orders', '/api/products']) await victim.get(path);
    const thief = copyOf(victim);
    const order = await orderOne(victim);
    await expectNothingOpen(thief, order);
    expect((await victim.orderOf(order.id)).view).toBe('full');
  });

  it('gets a new id with each order: a thief who ordered in it before sees nothing of the next', async () => {
    const thief = new Visitor();
    const bait = await orderOne(thief);
    const victim = copyOf(thief);
    const order = await orderOne(victim, 2);
    expect(victim.cookie).not.toBe(thief.cookie);
    await expectNothingOpen(thief, order);
    await expectNothingOpen(thief, bait);
    expect((await victim.get<Order[]>('/api/orders')).body.map(({ id }) => id)).toEqual([order.id, bait.id]);
  });

  it('is found again with the key of an order whose reply was lost, with all earlier orders', async () => {
    const buyer = new Visitor();
    const first = await orderOne(buyer);
    const before = buyer.cookie;
    const product = await buyer.someProduct();
    const lines = [{ productId: product.id, quantity: 2, price: product.price }];
    const key = randomUUID();
    const { body } = await buyer.placeOrder(lines, key);
    const again = copyOf({ cookie: before });
    expect((await again.placeOrder(lines, key)).body.order.id).toBe(body.order.id);
    expect((await again.get<Order[]>('/api/orders')).body.map(({ id }) => id)).toEqual([
      body.order.id,
      first.id,
    ]);
    await expectNothingOpen(copyOf({ cookie: before }), first);
  });

  it('takes an unfinished payment along: another tab orders, and the buyer comes back from the bank', async () => {
    const tab = new Visitor();
    const product = await tab.someProduct(5);
    const line = (quantity: number) => [{ productId: product.id, quantity, price: product.price }];
    const { order, payment } = (await tab.placeOrder(line(1))).body;
    const form = await payAtTheBank(payment, '4242424242424242');
    const other = (await tab.placeOrder(line(2))).body.order;
    await comeBack(form);
    expect(await tab.orderOf(order.id)).toMatchObject({ view: 'full', status: 'paid' });
    expect((await tab.orderOf(other.id)).view).toBe('full');
  });

  it('is kept when an order is refused', async () => {
    const visitor = new Visitor();
    const order = await orderOne(visitor);
    const { cookie } = visitor;
    const product = await visitor.someProduct();
    const refused = await visitor.placeOrder([{ productId: product.id, quantity: 1, price: 1 }]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    expect(visitor.cookie).toBe(cookie);
    expect((await visitor.orderOf(order.id)).view).toBe('full');
  });
});

it('the session of an account has had a new id since the sign-in, and keeps it with an order', async () => {
  const { visitor } = await newCustomer();
  const { cookie } = visitor;
  const order = await orderOne(visitor);
  expect(visitor.cookie).toBe(cookie);
  expect((await visitor.orderOf(order.id)).view).toBe('full');
});

it('signing in does not take over an id that the shop did not make', async () => {
  const { typed } = await newCustomer();
  const visitor = copyOf({ cookie: madeUp });
  await visitor.post('/api/auth/login', typed);
  expect(visitor.cookie).not.toBe(madeUp);
  expect((await copyOf({ cookie: madeUp }).get('/api/auth/me')).status).toBe(401);
  expect(await sql`select 1 from private.sessions where sid = ${sidOf(copyOf({ cookie: madeUp }))}`).toEqual(
    [],
  );
});
