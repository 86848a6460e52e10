import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { newCustomer, registration } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { localMail } from '../local-mail.ts';
import { newProduct, openDatabase, orderRequest } from '../shop-cast.ts';

const sql = openDatabase();
// As on a hosted shop, and nothing counted yet.
beforeEach(async () => {
  await sql`update private.rate_limits set most = suggested`;
  await sql`delete from private.rate_counts`;
  await sql`delete from private.sign_in_attempts`;
});
afterAll(async () => {
  await sql`update private.rate_limits set most = 1000000`;
  await sql.end();
});

const signIn = (email: string, password: string) =>
  new Visitor().post<ErrorReply>('/api/auth/login', { email, password });

describe('guessing is limited', () => {
  it('of a password: after four wrong ones each has to wait, and says for how long', async () => {
    const { typed } = await newCustomer();
    for (let guess = 0; guess < 4; guess += 1)
      expect((await signIn(typed.email, 'wrong password')).status).toBe(401);
    const { status, body, headers } = await signIn(typed.email, typed.password);
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '1']);
    expect(body.message).toBe('Too many attempts. Please try again in a second.');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await signIn(typed.email, typed.password)).status).toBe(200);
  });

  it('of 60 passwords at once hardly any is tried', async () => {
    const { typed } = await newCustomer();
    const tried = await Promise.all(Array.from({ length: 60 }, (_, i) => signIn(typed.email, `guess ${i}`)));
    const counts = (status: number) => tried.filter((answer) => answer.status === status).length;
    expect(counts(401)).toBeLessThanOrEqual(10);
    // A small machine is busy with so many at once, and says so.
    expect(counts(401) + counts(429) + counts(503)).toBe(60);
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
    for (let i = 0; i < 10; i += 1) expect((await change()).status).toBe(403);
    expect((await change()).status).toBe(429);
  });
});

describe('nobody is bothered without end', () => {
  it('a mailbox gets three password mails an hour; the answer is always the same', async () => {
    const { typed } = await newCustomer();
    for (let i = 0; i < 5; i += 1) {
      const asked = await new Visitor().post('/api/auth/forgot-password', { email: typed.email });
      expect(asked).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await localMail()).filter(({ to }) => to === typed.email)).toHaveLength(3);
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
