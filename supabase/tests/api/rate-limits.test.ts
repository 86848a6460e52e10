import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { newCustomer, registration } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { localMail } from '../local-mail.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
let before: { action: string; subject: string; seconds: number }[];
beforeAll(async () => {
  before = await sql`select action, subject, seconds from private.rate_limits`;
});
// As on a hosted shop, and nothing counted yet; but on a slow machine too, nothing may be done again while a test runs.
beforeEach(async () => {
  await sql`update private.rate_limits set most = suggested, seconds = greatest(seconds, 7200)`;
  await sql`delete from private.rate_counts`;
  await sql`delete from private.sign_in_attempts`;
});
afterAll(async () => {
  // What was counted over two hours would refuse everybody who is counted by the minute again.
  await sql`delete from private.rate_counts`;
  await sql`delete from private.sign_in_attempts`;
  for (const { action, subject, seconds } of before)
    await sql`update private.rate_limits set most = 1000000, seconds = ${seconds}
      where action = ${action} and subject = ${subject}`;
});

const signIn = (email: string, password: string) =>
  new Visitor().post<ErrorReply>('/api/auth/login', { email, password });

/** As if the guesses went on until now: ten in a row, after which one waits for a minute, on a slow machine too. */
const guessedJustNow = () =>
  sql`update private.sign_in_attempts set failures = failures + 6, failed_at = now() where failures >= 4`;

describe('guessing is limited', () => {
  it('of a password: after four wrong ones each has a wait time', async () => {
    const { typed } = await newCustomer();
    for (let guess = 0; guess < 4; guess += 1)
      expect((await signIn(typed.email, 'wrong password')).status).toBe(401);
    await guessedJustNow();
    const { status, body, headers } = await signIn(typed.email, typed.password);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(body.message).toBe(`Too many attempts. Please try again in ${wait} seconds.`);
    await sql`update private.sign_in_attempts set failed_at = failed_at - interval '70 seconds'`;
    expect((await signIn(typed.email, typed.password)).status).toBe(200);
  });

  it('of a password does not lock the owner out where they have signed in before', async () => {
    const { typed } = await newCustomer();
    const phone = new Visitor();
    expect((await phone.post('/api/auth/login', typed)).status).toBe(200);
    await phone.post('/api/auth/logout', {});
    // All of it behind one address, as in a mobile network.
    for (let guess = 0; guess < 4; guess += 1) await signIn(typed.email, 'wrong password');
    await guessedJustNow();
    expect((await signIn(typed.email, typed.password)).status).toBe(429);
    expect((await phone.post('/api/auth/login', typed)).status).toBe(200);
  });

  it('of 24 concurrent passwords only a few are tried', async () => {
    const { typed } = await newCustomer();
    const tried = await Promise.all(Array.from({ length: 24 }, (_, i) => signIn(typed.email, `guess ${i}`)));
    const counts = (status: number) => tried.filter((answer) => answer.status === status).length;
    // Four, and those whose turn came while the machine was at it.
    expect(counts(401)).toBeLessThanOrEqual(8);
    // A small machine is busy with so many at once, and says so.
    expect(counts(401) + counts(429) + counts(503)).toBe(24);
    expect(counts(429)).toBeGreaterThan(0);
  });

  it('of the contact of an order, whatever the address', async () => {
    const guess = (orderNumber: string) =>
      new Visitor().post<ErrorReply>('/api/orders/find', { orderNumber, contact: 'ada@example.com' });
    for (let i = 0; i < 6; i += 1) expect((await guess('00000000')).status).toBe(404);
    expect((await guess('00000000')).status).toBe(429);
    expect((await guess('00000001')).status).toBe(404);
  });

  it('of the contact of an order that is to be claimed', async () => {
    const { visitor } = await newCustomer();
    const product = await newProduct(sql);
    const guest = new Visitor();
    const items = [{ productId: product.id, quantity: 1, price: product.price }];
    const placed = await guest.post<{ order: { id: string } }>('/api/orders', orderRequest(items));
    const claim = () =>
      visitor.post(`/api/orders/${placed.body.order.id}/claim`, { contact: 'nobody@example.com' });
    for (let i = 0; i < 6; i += 1) expect((await claim()).status).toBe(404);
    expect((await claim()).status).toBe(429);
  });

  it('of the present password of an account that somebody left open', async () => {
    const { visitor } = await newCustomer();
    const change = () =>
      visitor.post('/api/auth/password', { currentPassword: 'wrong', newPassword: 'jiwe-la-msingi' });
    await sql`update private.rate_limits set most = 3 where action = 'new_password' and subject = 'account'`;
    for (let i = 0; i < 3; i += 1) expect((await change()).status).toBe(403);
    expect((await change()).status).toBe(429);
  });
});

describe('mails and registrations are limited', () => {
  it('a mailbox gets three password mails an hour; the answer is always the same', async () => {
    const { typed } = await newCustomer();
    for (let i = 0; i < 5; i += 1) {
      const reply = await new Visitor().post('/api/auth/forgot-password', { email: typed.email });
      expect(reply).toMatchObject({ status: 200, body: { success: true } });
      // Auth itself sends no second mail within a second.
      await sql`update auth.users set recovery_sent_at = recovery_sent_at - interval '1 second' where email = ${typed.email}`;
    }
    expect((await localMail()).filter(({ to, kind }) => to === typed.email && kind === null)).toHaveLength(3);
  });

  it('one address registers only so many accounts an hour', async () => {
    await sql`update private.rate_limits set most = 2 where action = 'register'`;
    const register = () => new Visitor().post('/api/auth/register', registration());
    expect((await register()).status).toBe(201);
    expect((await register()).status).toBe(201);
    const { status, headers } = await register();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1000);
  });
});

describe('expensive requests are limited', () => {
  const orderOne = async (visitor: Visitor, product: { id: string; price: number }, customerName: string) => {
    const request = orderRequest([{ productId: product.id, quantity: 1, price: product.price }]);
    request.orderData.customerName = customerName;
    return visitor.post<ErrorReply & { order: { id: string } }>('/api/orders', request);
  };

  it('orders in one session: then one has to wait, and others at the same address do not', async () => {
    const product = await newProduct(sql, { stock: 100 });
    await sql`update private.rate_limits set most = 4 where action = 'place_order' and subject = 'session'`;
    const visitor = new Visitor();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await orderOne(visitor, product, `Ada ${i}`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
    expect((await orderOne(new Visitor(), product, 'Bob')).status).toBe(201);
  });

  it('orders of one account in any number of sessions', async () => {
    const { typed } = await newCustomer();
    const product = await newProduct(sql, { stock: 100 });
    await sql`update private.rate_limits set most = 2 where action = 'place_order' and subject = 'account'`;
    const order = async (name: string) => {
      const visitor = new Visitor();
      await visitor.post('/api/auth/login', { email: typed.email, password: typed.password });
      return (await orderOne(visitor, product, name)).status;
    };
    expect([await order('Ada 1'), await order('Ada 2'), await order('Ada 3')]).toEqual([201, 201, 429]);
  });

  it('concurrent orders from one address: exactly as many as the limit allows', async () => {
    const product = await newProduct(sql, { stock: 100 });
    await sql`update private.rate_limits set most = 12 where action = 'place_order' and subject = 'address'`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        for (;;) {
          const answer = await orderOne(new Visitor(), product, `Ada ${i}`);
          // A busy machine says so, and is asked again.
          if (answer.status !== 503) return answer;
        }
      }),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.body.message).toMatch(
      /^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/,
    );
    const [{ orders } = {}] = await sql<{ orders: number }[]>`
      select count(*)::integer as orders from public.order_items where product_id = ${product.id}`;
    expect(orders).toBe(12);
  });

  it.each(['address', 'address_day'])(
    'orders that are refused for another reason count by %s too',
    async (subject) => {
      const product = await newProduct(sql, { stock: 1 });
      await sql`update private.rate_limits set most = 3 where action = 'place_order' and subject = ${subject}`;
      const tooMany = () =>
        new Visitor().post(
          '/api/orders',
          orderRequest([{ productId: product.id, quantity: 2, price: product.price }]),
        );
      const statuses: number[] = [];
      for (let i = 0; i < 4; i += 1) statuses.push((await tooMany()).status);
      expect(statuses).toEqual([409, 409, 409, 429]);
    },
  );

  it('a typed e-mail or phone does not block the orders of others', async () => {
    const product = await newProduct(sql, { stock: 100 });
    await sql`update private.rate_limits set most = 1 where action = 'place_order' and subject not like 'address%'`;
    const attacker = new Visitor();
    for (let i = 0; i < 3; i += 1) await orderOne(attacker, product, 'Ada');
    expect((await orderOne(new Visitor(), product, 'Ada')).status).toBe(201);
  });

  it('paying and checking a payment, by order and by session', async () => {
    const product = await newProduct(sql, { stock: 100 });
    const visitor = new Visitor();
    const { body } = await orderOne(visitor, product, 'Ada');
    await sql`update private.rate_limits set most = 2 where action in ('pay_order', 'check_payment')`;
    const often = async (step: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 3; i += 1)
        statuses.push((await visitor.post(`/api/orders/${body.order.id}/${step}`, {})).status);
      return statuses;
    };
    expect(await often('check')).toEqual([200, 200, 429]);
    expect((await often('payment')).at(-1)).toBe(429);
    expect((await visitor.get(`/api/orders/${body.order.id}`)).status).toBe(200);
  });

  it('searching, suggestions included', async () => {
    await sql`update private.rate_limits set most = 3 where action = 'search'`;
    const search = (path: string) => new Visitor().get(`/api/${path}`);
    expect((await search('search?q=pump')).status).toBe(200);
    expect((await search('suggestions?q=pum')).status).toBe(200);
    expect((await search('products?search=pump')).status).toBe(200);
    expect((await search('search?q=pump')).status).toBe(429);
    for (const list of ['products', 'product-count', 'facets'])
      expect([list, (await search(`${list}?search=pump`)).status]).toEqual([list, 429]);
    expect((await search('suggestions?q=pum')).status).toBe(429);
    expect((await new Visitor().get('/api/products')).status).toBe(200);
  });

  it('opening the short link of an order', async () => {
    await sql`update private.rate_limits set most = 2 where action = 'open_link' and subject = 'order'`;
    const open = () => new Visitor().get('/api/short-links/0000000A', { 'x-order-key': 'guess' });
    expect([(await open()).status, (await open()).status, (await open()).status]).toEqual([404, 404, 429]);
  });
});
