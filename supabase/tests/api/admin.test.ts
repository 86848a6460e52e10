import { beforeAll, describe, expect, it } from 'vitest';
import type {
  AccessToken,
  AdminOrder,
  AdminStats,
  Transaction,
} from '../../functions/_shared/contract/admin.ts';
import type { User } from '../../functions/_shared/contract/auth.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Awaited<ReturnType<typeof registered>>;
let ada: Awaited<ReturnType<typeof registered>>;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
  ada = await registered(sql);
});

async function newOrder(buyer = new Visitor(), price = 5000) {
  const product = await newProduct(sql, { price });
  const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price }]);
  return body;
}
const transactionOf = async (orderId: string) => {
  const { body } = await admin.get<Transaction[]>('/api/transactions');
  return body.find((transaction) => transaction.orderId === orderId) as Transaction;
};

describe('who may', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  it.each<[string, string, object?]>([
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/orders'],
    ['GET', '/api/admin/stats'],
    ['GET', '/api/transactions'],
    ['GET', '/api/health/deep'],
    ['GET', '/api/auth/token'],
    ['POST', `/api/admin/orders/${id}/cancel`, {}],
    ['POST', `/api/admin/transactions/${id}/ask`, {}],
  ])('%s %s: admins', async (method, path, body) => {
    expect(await new Visitor().call(method, path, body)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
    expect(await ada.call(method, path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await admin.call(method, path, body)).status).toBe(method === 'GET' ? 200 : 404);
  });
});

describe('an order of somebody else', () => {
  it('is read by an admin in full, who changes it in the dashboard alone', async () => {
    const buyer = new Visitor();
    const { order } = await newOrder(buyer);
    const at = `/api/orders/${order.id}`;
    const seen = await admin.get<Order>(at);
    expect(seen).toMatchObject({
      status: 200,
      body: { id: order.id, view: 'staff', customerName: order.customerName },
    });
    // The dashboard gives the link to those who may send messages.
    expect(seen.body).not.toHaveProperty('linkKey');
    expect(await admin.post(`${at}/check`, {})).toMatchObject({ status: 200, body: { view: 'staff' } });
    // The bank's references are in the dashboard, for those who may see payments.
    expect((await buyer.get<Order>(at)).body.payment.reference).toEqual(expect.any(String));
    expect((await admin.get<Order>(at)).body.payment.reference).toBeNull();
    for (const step of ['cancel', 'link', 'payment'])
      expect((await admin.post(`${at}/${step}`, {})).status).toBe(404);
    expect(await admin.get(`/api/orders/${admin.userId}`)).toMatchObject({ status: 404 });
    expect((await ada.get(at)).status).toBe(404);
  });

  it('is not read by an admin after twelve hours, who goes on as a customer', async () => {
    const { order } = await newOrder();
    const late = await registered(sql, 'admin');
    const own = await newOrder(late);
    await sql`update auth.sessions set created_at = now() - interval '13 hours' where user_id = ${late.userId}`;
    expect((await late.get(`/api/orders/${order.id}`)).status).toBe(404);
    expect(await late.get(`/api/orders/${own.order.id}`)).toMatchObject({ body: { view: 'full' } });
  });
});

describe('the lists', () => {
  it('show everybody’s orders and transactions, newest first, without any key', async () => {
    const { order: earlier } = await newOrder();
    const { order } = await newOrder();
    const orders = await admin.get<AdminOrder[]>('/api/admin/orders');
    expect(orders.body.slice(0, 2).map(({ id }) => id)).toEqual([order.id, earlier.id]);
    expect(orders.body[0]).toMatchObject({
      id: order.id,
      status: 'pending',
      items: [{ quantity: 1, price: 5000 }],
    });
    expect(orders.body[0]).not.toHaveProperty('linkKey');
    const transactions = await admin.get<Transaction[]>('/api/transactions');
    expect(Object.keys(transactions.body[0] ?? {}).sort()).toEqual([
      'amount',
      'createdAt',
      'id',
      'orderId',
      'paymentMethod',
      'reference',
      'responseData',
      'status',
      'transactionId',
      'updatedAt',
    ]);
    expect(transactions.body[0]).toMatchObject({ orderId: order.id, amount: 5000, status: 'pending' });
    expect(transactions.body[1]).toMatchObject({ orderId: earlier.id });
    expect(JSON.stringify([orders.body, transactions.body])).not.toMatch(/"trace"/);
    const users = await admin.get<User[]>('/api/admin/users');
    expect(users.body.find((user) => user.id === ada.userId)).toMatchObject({
      role: 'customer',
      phone: '+254712345678',
    });
  });

  it.each([
    ['/api/admin/orders', 'orders'],
    ['/api/transactions', 'transactions'],
    ['/api/admin/users', 'users'],
  ])('%s comes a page at a time, and says how many there are', async (path, table) => {
    for (let made = 0; made < 2; made++) await newOrder();
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::integer as total from ${sql('public.' + table)}`;
    const total = counted?.total ?? 0;
    const all = await admin.get<{ id: string }[]>(path);
    expect(all.headers.get('x-total-count')).toBe(String(total));
    const one = await admin.get<{ id: string }[]>(`${path}?page=2&limit=1`);
    expect(one.body).toEqual(all.body.slice(1, 2));
    expect(one.headers.get('x-total-count')).toBe(String(total));
    expect(one.headers.get('link')).toContain(`<${path}?page=1&limit=1>; rel="prev"`);
    expect(one.headers.get('link')).toContain(`<${path}?page=${total}&limit=1>; rel="last"`);
    const first = await admin.get<{ id: string }[]>(`${path}?limit=1`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    // One that comes meanwhile shifts nothing: the next page begins behind the row that was seen.
    if (table !== 'users') await newOrder();
    expect(await admin.get(next)).toMatchObject({ status: 200, body: all.body.slice(1, 2) });
  });

  it('refuse an invalid page number', async () => {
    expect((await admin.get('/api/admin/orders?page=900')).body).toEqual([]);
    for (const page of ['0', '-1', 'two', '1e3'])
      expect(await admin.get(`/api/admin/users?page=${page}`)).toMatchObject({
        status: 400,
        body: { fields: { page: expect.any(String) as string } },
      });
  });
});

describe('the figures', () => {
  const figures = async () => (await admin.get<AdminStats>('/api/admin/stats')).body;

  it('count money received', async () => {
    const before = await figures();
    const { payment } = await newOrder(new Visitor(), 7000);
    // On sale, but not yet paid for.
    expect(await figures()).toEqual({ ...before, totalProducts: before.totalProducts + 1 });
    const refused = await newOrder(new Visitor(), 7000);
    await comeBack(await payAtTheBank(refused.payment, '2121212121212121'));
    await comeBack(await payAtTheBank(payment, '4242424242424242'));
    expect(await figures()).toEqual({
      totalSales: before.totalSales + 7000,
      totalOrders: before.totalOrders + 1,
      totalProducts: before.totalProducts + 2,
      totalUsers: before.totalUsers,
    });
  });

  it('count products on sale, without those that are archived', async () => {
    const before = await figures();
    await newProduct(sql);
    await newProduct(sql, { isActive: false });
    expect(await figures()).toEqual({ ...before, totalProducts: before.totalProducts + 1 });
  });
});

describe('a transaction', () => {
  it('is queried again; the history names the caller', async () => {
    const { order, payment } = await newOrder();
    await payAtTheBank(payment, '4242424242424242');
    const { id } = await transactionOf(order.id);
    for (let press = 0; press < 2; press++) {
      expect(await admin.post(`/api/admin/transactions/${id}/ask`, {})).toMatchObject({
        status: 200,
        body: { id, status: 'completed', responseData: { status: '0' } },
      });
    }
    const asked = await sql`select asked_by, times from private.gateway_answers where transaction_id = ${id}`;
    expect(asked).toEqual([{ asked_by: 'owner', times: 2 }]);
    const [paid] = await sql`select actor_id, actor_role from public.history
      where row_id = ${order.id} and after ->> 'status' = 'paid'`;
    expect(paid).toEqual({ actor_id: admin.userId, actor_role: 'service_role' });
  });
});

describe('a role', () => {
  it('works after the next sign-in when given, and ends with the next request when removed', async () => {
    const bob = await registered(sql);
    const [row] = await sql<{ email: string }[]>`select email from public.users where id = ${bob.userId}`;
    const setRole = (role: string) =>
      callSqlAs(admin, 'set_user_role', { p_user_id: bob.userId, p_role: role });
    expect((await bob.get('/api/admin/stats')).status).toBe(403);
    expect(await setRole('admin')).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect((await bob.get('/api/admin/stats')).status).toBe(401);
    await bob.post('/api/auth/login', { email: row?.email, password: 'a long password' });
    const { body: token } = await bob.get<AccessToken>('/api/auth/token');
    expect((await bob.get('/api/admin/stats')).status).toBe(200);
    expect(await ordersSeenWith(token)).toBeGreaterThan(0);
    expect(await setRole('customer')).toMatchObject({
      status: 200,
      body: { role: 'customer' },
    });
    expect((await bob.get('/api/admin/stats')).status).toBe(401);
    // Also with the token that was handed out before.
    expect(await ordersSeenWith(token)).toBe(0);
    expect((await setRole('owner')).status).toBe(400);
  });
});

describe('GET /api/auth/token', () => {
  it('is the admin’s own, short-lived and never cached', async () => {
    const { body, headers } = await admin.get<AccessToken>('/api/auth/token');
    expect(Object.keys(body).sort()).toEqual(['expiresAt', 'publishableKey', 'token', 'url']);
    expect(headers.get('cache-control')).toBe('no-store');
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(0);
    expect(minutes).toBeLessThanOrEqual(60);
    const claims = JSON.parse(atob(body.token.split('.')[1] ?? '')) as { sub: string; role: string };
    expect(claims).toMatchObject({ sub: admin.userId, role: 'authenticated' });
    expect(await ordersSeenWith(body)).toBeGreaterThan(0);
  });

  it('is worth nothing any more when its sign-in has ended', async () => {
    const owner = await registered(sql, 'admin');
    const [row] = await sql<{ email: string }[]>`select email from public.users where id = ${owner.userId}`;
    const elsewhere = new Visitor();
    await elsewhere.post('/api/auth/login', { email: row?.email, password: 'a long password' });
    const { body: here } = await owner.get<AccessToken>('/api/auth/token');
    const { body: there } = await elsewhere.get<AccessToken>('/api/auth/token');
    expect([await mayAsk(here), await mayAsk(there)]).toEqual([200, 200]);
    const passwords = { currentPassword: 'a long password', newPassword: 'another long password' };
    expect((await owner.post('/api/auth/password', passwords)).status).toBe(200);
    // Also the one of the visit that changed it: that visit has a new sign-in.
    expect([await mayAsk(here), await mayAsk(there)]).toEqual([403, 403]);
    const { body: anew } = await owner.get<AccessToken>('/api/auth/token');
    expect(await mayAsk(anew)).toBe(200);
    await owner.post('/api/auth/logout', {});
    expect(await mayAsk(anew)).toBe(403);
    expect(await ordersSeenWith(anew)).toBe(0);
  });
});

/** As the dashboard's tables read Postgres. */
async function ordersSeenWith({ url, publishableKey, token }: AccessToken): Promise<number> {
  const response = await fetch(`${url}/rest/v1/orders?select=id&limit=5`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as unknown[]).length;
}

/** The status of the dashboard's requests. */
async function mayAsk({ url, publishableKey, token }: AccessToken): Promise<number> {
  const response = await fetch(`${url}/rest/v1/rpc/admin_stats`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return response.status;
}
