import { describe, expect, it } from 'vitest';
import type { AccountExport } from '../../functions/_shared/contract/own-data.ts';
import type { PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { newCustomer, signedIn } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { newProduct, orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

describe('what is stored about an account', () => {
  it('is downloaded by its person alone, so many times an hour', async () => {
    const { visitor, typed, user } = await newCustomer();
    const { status, body, headers } = await visitor.get<AccountExport>('/api/auth/export');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ profile: { id: user.id, email: typed.email }, orders: [], cart: [] });
    expect((await new Visitor().get('/api/auth/export')).status).toBe(401);
    const [limit] = await sql<{ most: number }[]>`
      select most from private.rate_limits where action = 'export_account'`;
    await sql`update private.rate_limits set most = 1 where action = 'export_account'`;
    try {
      expect((await visitor.get('/api/auth/export')).status).toBe(200);
      expect((await visitor.get('/api/auth/export')).status).toBe(429);
    } finally {
      await sql`update private.rate_limits set most = ${limit?.most ?? 5} where action = 'export_account'`;
    }
  });
});

describe('an account', () => {
  it('is erased with its password, on every device; its address may register again', async () => {
    const { visitor, typed } = await newCustomer();
    const desk = await signedIn(typed);
    const erase = (currentPassword: string) => visitor.post('/api/auth/erase', { currentPassword });
    expect(await erase('a wrong guess')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', fields: { currentPassword: expect.any(String) as string } },
    });
    expect(await erase(typed.password)).toMatchObject({ status: 200, body: { success: true } });
    expect(visitor.cookie).toBe('');
    expect((await desk.get('/api/auth/me')).status).toBe(401);
    expect((await new Visitor().post('/api/auth/login', typed)).status).toBe(401);
    expect((await new Visitor().post('/api/auth/register', typed)).status).toBe(201);
  });

  it('names the open order that prevents erasing it, to its person alone', async () => {
    const { visitor, typed } = await newCustomer();
    const product = await newProduct(sql);
    const placed = await visitor.post<PlaceOrderReply>(
      '/api/orders',
      orderRequest([{ productId: product.id, quantity: 1, price: product.price }]),
    );
    const { id } = placed.body.order;
    const obstacles = async () => (await visitor.get('/api/auth/erase')).body;
    expect(await obstacles()).toEqual([{ orderId: id, reason: 'payment' }]);
    const stranger = (await newCustomer()).visitor;
    expect((await stranger.get('/api/auth/erase')).body).toEqual([]);
    expect((await new Visitor().get('/api/auth/erase')).status).toBe(401);
    expect(await visitor.post('/api/auth/erase', { currentPassword: typed.password })).toMatchObject({
      status: 409,
      body: { code: 'erase_later' },
    });
    expect((await visitor.post(`/api/orders/${id}/cancel`, {})).status).toBe(200);
    expect(await obstacles()).toEqual([]);
    expect((await visitor.post('/api/auth/erase', { currentPassword: typed.password })).status).toBe(200);
  });
});
