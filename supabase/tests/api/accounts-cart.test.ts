import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Cart } from '../../functions/_shared/contract/cart.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { newCustomer, signedIn } from '../api-customer.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const linesOf = async (visitor: Visitor) =>
  (await visitor.get<Cart>('/api/cart')).body.items.map(({ product, quantity }) => [product.id, quantity]);

describe('the cart of an account', () => {
  it('is the same on every device, with today’s price and stock', async () => {
    const product = await newProduct(sql, { price: 1000, stock: 7 });
    const { visitor: phone, typed } = await newCustomer();
    expect((await phone.get('/api/cart')).body).toEqual({ items: [] });
    const items = [{ productId: product.id, quantity: 2 }];
    expect(await phone.put('/api/cart', { items })).toMatchObject({ status: 200, body: { success: true } });
    await sql`update public.products set price = 1200 where id = ${product.id}`;
    const desk = await signedIn(typed);
    expect((await desk.get('/api/cart')).body).toMatchObject({
      items: [{ product: { id: product.id, name: product.name, price: 1200, stock: 7 }, quantity: 2 }],
    });
  });

  it('gets the guest’s cart added once, however often it is sent', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const { visitor } = await newCustomer();
    const items = [{ productId: product.id, quantity: 2 }];
    await visitor.put('/api/cart', { items });
    const token = randomUUID();
    const merged = await Promise.all(
      [1, 2, 3].map(() => visitor.post<Cart>('/api/cart/merge', { token, items })),
    );
    for (const { status, body } of merged) {
      expect([status, body.items[0]?.quantity, body.items[0]?.product.id]).toEqual([200, 4, product.id]);
    }
    await visitor.post('/api/cart/merge', { token: randomUUID(), items });
    expect(await linesOf(visitor)).toEqual([[product.id, 5]]);
  });

  it('leaves out what is not sold any more', async () => {
    const product = await newProduct(sql);
    const { visitor } = await newCustomer();
    await visitor.put('/api/cart', { items: [{ productId: product.id, quantity: 1 }] });
    await sql`update public.products set is_active = false where id = ${product.id}`;
    expect(await linesOf(visitor)).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const product = await newProduct(sql);
    const { visitor: ada } = await newCustomer();
    await ada.put('/api/cart', { items: [{ productId: product.id, quantity: 1 }] });
    const { visitor: bob } = await newCustomer();
    expect(await linesOf(bob)).toEqual([]);
    const guest = new Visitor();
    for (const answer of [
      await guest.get('/api/cart'),
      await guest.put('/api/cart', { items: [] }),
      await guest.post('/api/cart/merge', { token: randomUUID(), items: [] }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
  });

  it('takes lines that fit and says which do not', async () => {
    const { visitor } = await newCustomer();
    const refused = await visitor.put<ErrorReply>('/api/cart', {
      items: [
        { productId: 'meter', quantity: 1 },
        { productId: randomUUID(), quantity: 0 },
        { productId: randomUUID(), quantity: '2' },
      ],
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields ?? {}).sort()).toEqual([
      'items[0].productId',
      'items[1].quantity',
      'items[2].quantity',
    ]);
    expect((await visitor.put<ErrorReply>('/api/cart', {})).body.fields).toEqual({
      items: 'Items are missing',
    });
    expect(await visitor.post('/api/cart/merge', { items: [] })).toMatchObject({
      status: 400,
      body: { fields: { token: 'Token is missing' } },
    });
  });

  it('is empty after it is paid for, also when the browser never comes back', async () => {
    const product = await newProduct(sql, { stock: 3 });
    const { visitor } = await newCustomer();
    await visitor.put('/api/cart', { items: [{ productId: product.id, quantity: 1 }] });
    const { body } = await visitor.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    expect(await linesOf(visitor)).toEqual([[product.id, 1]]);
    await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
    expect(await linesOf(visitor)).toEqual([]);
  });
});

describe('a guest who signs in', () => {
  it('has a claimed order of the visit on every device, and a stranger has none', async () => {
    const product = await newProduct(sql);
    const { typed } = await newCustomer();
    const visit = new Visitor();
    const { body } = await visit.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    await visit.post('/api/auth/login', { email: typed.email, password: typed.password });
    const desk = await signedIn(typed);
    expect((await desk.get(`/api/orders/${body.order.id}`)).status).toBe(404);
    const contact = body.order.customerPhone;
    expect((await visit.post(`/api/orders/${body.order.id}/claim`, { contact })).status).toBe(200);
    expect(await desk.orderOf(body.order.id)).toMatchObject({ id: body.order.id, nextStep: 'pay' });
    expect((await desk.post(`/api/orders/${body.order.id}/payment`, {})).status).toBe(200);
    await visit.post('/api/auth/logout', {});
    expect((await visit.get('/api/orders')).body).toEqual([]);
    const { visitor: bob } = await newCustomer();
    expect((await bob.get(`/api/orders/${body.order.id}`)).status).toBe(404);
  });
});
