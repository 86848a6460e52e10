import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Visitor } from '../api-visitor.ts';
import { orderRequest } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { requestOf, secretWords, tamperingScene, type Trick } from './tampering-scene.ts';

/*
 * Somebody who knows this shop's every line tries to pay less by what is sent with an order,
 * through the shop's own API. Whatever it answers, what stands in the database afterwards says whether it worked.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { scene, expectNoEffect } = tamperingScene(sql);

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** Places an altered order of one expensive product. */
const order =
  (
    alter: (request: ReturnType<typeof orderRequest>) => unknown,
    headers: Record<string, string> = {},
  ): Trick =>
  ({ dear, thief }) => {
    const request = orderRequest([{ productId: dear.id, quantity: 1, price: dear.price }]);
    return thief.visitor.post('/api/orders', alter(request), { ...keyed(), ...headers });
  };
const orderLine = (over: object, total?: number): Trick =>
  order(({ orderData, items }) => ({
    orderData: { ...orderData, ...(total === undefined ? {} : { totalAmount: total }) },
    items: items.map((item) => ({ ...item, ...over })),
  }));
const orderData = (over: object): Trick =>
  order(({ orderData, items }) => ({ orderData: { ...orderData, ...over }, items }));

describe('an altered order changes nothing:', () => {
  const tricks: [string, Trick][] = [
    ['a price of one shilling', orderLine({ price: 1 })],
    ['a price and a total of one shilling', orderLine({ price: 1 }, 1)],
    ['a price of half a shilling', orderLine({ price: 0.5 }, 1)],
    ['a price of nothing', orderLine({ price: 0 }, 0)],
    ['a price below nothing', orderLine({ price: -900_000 })],
    ['a price that is not a number', orderLine({ price: 'free' })],
    ['a price of null', orderLine({ price: null })],
    ['no price', orderLine({ price: undefined }, 1)],
    ['a total of one shilling', orderLine({}, 1)],
    ['a total below nothing', orderLine({}, -1)],
    ['a total as a list', orderData({ totalAmount: [900_000] })],
    ['a total with an exponent too large', orderData({ totalAmount: 1e300 })],
    ['no pieces', orderLine({ quantity: 0 })],
    ['a thousandth of a piece', orderLine({ quantity: 0.001 }, 900)],
    ['pieces as text', orderLine({ quantity: '1' })],
    ['pieces beyond a whole number of the database', orderLine({ quantity: 2 ** 31 })],
    [
      'pieces below nothing on a second line',
      order(({ orderData, items: [item] }) => ({
        orderData: { ...orderData, totalAmount: 900_000 },
        items: [
          { ...item, quantity: 2 },
          { ...item, quantity: -1 },
        ],
      })),
    ],
    [
      'more pieces than there are, on two lines',
      order(({ orderData, items: [item] }) => ({
        orderData: { ...orderData, totalAmount: 540_000_000 },
        items: [
          { ...item, quantity: 300 },
          { ...item, quantity: 300 },
        ],
      })),
    ],
    ['the status paid', orderData({ status: 'paid' })],
    ['the status completed, in a list', orderData({ status: ['completed'] })],
    ['a product as a piece of SQL', orderLine({ productId: "x'; update products set price = 1; --" })],
    [
      'an archived product',
      ({ hidden, thief }) =>
        thief.visitor.post(
          '/api/orders',
          orderRequest([{ productId: hidden.id, quantity: 1, price: hidden.price }]),
          keyed(),
        ),
    ],
    ['the key of another visitor with another cart', (s) => order((r) => r, keyed(s.victim.key))(s)],
    [
      'the key and the very cart of another visitor, from an account',
      ({ insider, victim, dear }) =>
        insider.visitor.post(
          '/api/orders',
          requestOf([{ productId: dear.id, quantity: 1, price: dear.price }], secretWords.person),
          keyed(victim.key),
        ),
    ],
    ['a key that is a piece of SQL', order((request) => request, keyed("' or '1'='1"))],
    ['a form in place of JSON', order((r) => JSON.stringify(r), { 'content-type': 'text/plain' })],
    ['another site’s page', order((request) => request, { origin: 'https://evil.example' })],
    [
      'another site’s page that claims to be the shop',
      order((request) => request, {
        origin: 'https://evil.example',
        'x-shop-origin': 'https://evil.example',
      }),
    ],
    ['a page that says where it comes from', order((r) => r, { 'sec-fetch-site': 'cross-site' })],
  ];
  it.each(tricks)('%s', (_, trick) => expectNoEffect(trick));
});

describe('extra fields in a request are ignored:', () => {
  it.each<[string, (body: string) => string]>([
    [
      'owner, role, trace, status and rights',
      (body) =>
        body.replace(
          '{"orderData":{',
          `{"userId":"${scene.member.userId}","role":"admin","p_hold_minutes":999999,"transaction":{"trace":"x","amount":1},"status":"paid","orderData":{"userId":"${scene.member.userId}","user_id":"${scene.member.userId}","id":"${scene.victim.order.id}","createdAt":"2000-01-01","discount":100,"currency":"UGX",`,
        ),
    ],
    [
      'a prototype',
      (body) =>
        body.replace(
          '{"orderData":{',
          '{"__proto__":{"isAdmin":true,"totalAmount":1},"constructor":{"prototype":{"price":1}},"orderData":{"__proto__":{"totalAmount":1,"status":"paid"},',
        ),
    ],
    ['a first price before the true one', (body) => body.replace('"price":', '"price":1,"price":')],
  ])('%s', async (_, alter) => {
    const body = alter(
      JSON.stringify(
        requestOf([{ productId: scene.dear.id, quantity: 1, price: scene.dear.price }], 'thief'),
      ),
    );
    const key = randomUUID();
    // A browser holds pieces for three orders at a time.
    await sql`delete from private.stock_holds where product_id = ${scene.dear.id}`;
    const answer = await scene.thief.visitor.post('/api/orders', body, keyed(key));
    expect(answer.status).toBe(201);
    const rows =
      await sql`select o.user_id, o.total_amount, o.status, t.amount, t.trace ~ '^[0-9a-f]{64}$' as "isTrace",
        o.created_at > now() - interval '1 minute' as "isNow", o.id <> ${scene.victim.order.id} as "isNew",
        (select max(h.expires_at) < now() + interval '31 minutes' from private.stock_holds h where h.order_id = o.id) as "holdEnds",
        (select min(i.price) from public.order_items i where i.order_id = o.id) as price
      from private.idempotency_keys k join public.orders o on o.id = (k.reply -> 'order' ->> 'id')::uuid
      join public.transactions t on t.order_id = o.id where k.key = ${key}`;
    const { price } = scene.dear;
    expect(rows).toEqual([
      {
        user_id: null,
        total_amount: price,
        status: 'pending',
        amount: price,
        isTrace: true,
        isNow: true,
        isNew: true,
        holdEnds: true,
        price,
      },
    ]);
    // Nobody else's request has been changed by it.
    const again = await new Visitor().post('/api/orders', { orderData: {}, items: [] }, keyed());
    expect(again.status).toBe(400);
  });

  it('a role, when registering', async () => {
    const email = `climber-${randomUUID().slice(0, 8)}@example.com`;
    const answer = await new Visitor().post('/api/auth/register', {
      name: 'Climber',
      email,
      phone: '0712 345 678',
      address: 'Milimani, Kisumu',
      password: 'maji-na-mawe',
      role: 'admin',
      isAdmin: true,
      app_metadata: { role: 'admin' },
      data: { role: 'admin' },
      id: scene.member.userId,
    });
    expect(answer).toMatchObject({ status: 201, body: { user: { role: 'customer' } } });
    const rows =
      await sql`select role, id = ${scene.member.userId} as "isMember" from public.users where email = ${email}`;
    expect(rows).toEqual([{ role: 'customer', isMember: false }]);
  });
});
