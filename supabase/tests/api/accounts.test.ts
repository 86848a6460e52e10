import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuthReply } from '../../functions/_shared/contract/auth.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { Visitor } from '../api-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const details = () => ({
  name: 'Akinyi Odhiambo',
  email: `akinyi-${randomUUID().slice(0, 8)}@example.com`,
  phone: '0712 345 678',
  address: 'Oginga Odinga Street, Kisumu',
  password: 'maji-na-mawe',
});

const sidOf = (visitor: Visitor) =>
  createHash('sha256')
    .update(visitor.cookie.split('=')[1] ?? '')
    .digest('hex');

describe('accounts', () => {
  it('register, me, logout, login', async () => {
    const akinyi = new Visitor();
    const typed = details();
    const registered = await akinyi.post<AuthReply>('/api/auth/register', typed);
    expect(registered).toMatchObject({
      status: 201,
      body: {
        user: {
          name: typed.name,
          email: typed.email,
          phone: '+254712345678',
          role: 'customer',
          address: typed.address,
        },
      },
    });
    expect(JSON.stringify(registered.body)).not.toMatch(/token|password/i);
    expect(await akinyi.get('/api/auth/me')).toMatchObject({ status: 200, body: registered.body as object });

    const cookieBefore = akinyi.cookie;
    expect(await akinyi.post('/api/auth/logout', {})).toMatchObject({ status: 200, body: { success: true } });
    expect(akinyi.cookie).toBe('');
    akinyi.cookie = cookieBefore;
    expect(await akinyi.get('/api/auth/me')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });

    const back = await akinyi.post<AuthReply>('/api/auth/login', {
      email: typed.email.toUpperCase(),
      password: typed.password,
    });
    expect(back).toMatchObject({ status: 200, body: registered.body as object });
  });

  it('an account is stored as a hosted project’s auth service reads it, so that a backup opens there', async () => {
    const typed = details();
    const visitor = new Visitor();
    const { body } = await visitor.post<AuthReply>('/api/auth/register', typed);
    await visitor.post('/api/auth/forgot-password', { email: typed.email });
    const change = { currentPassword: typed.password, newPassword: 'jiwe-la-msingi' };
    expect((await visitor.post('/api/auth/password', change)).status).toBe(200);
    // It finds nobody without these three, and an empty token is a text.
    expect(
      await sql`
        select instance_id, aud, role, confirmation_token, email_change, email_change_token_new,
          email_change_token_current, phone_change, phone_change_token, reauthentication_token, recovery_token is null as "isNull"
        from auth.users where id = ${body.user.id}`,
    ).toEqual([
      {
        instance_id: '00000000-0000-0000-0000-000000000000',
        aud: 'authenticated',
        role: 'authenticated',
        confirmation_token: '',
        email_change: '',
        email_change_token_new: '',
        email_change_token_current: '',
        phone_change: '',
        phone_change_token: '',
        reauthentication_token: '',
        isNull: false,
      },
    ]);
  });

  it('the owner of the demo signs in as admin', async () => {
    const { accounts } = stackUnderTest();
    const owner = new Visitor();
    const admin = accounts.find((account) => account.role === 'admin');
    expect(
      await owner.post('/api/auth/login', { email: admin?.email, password: admin?.password }),
    ).toMatchObject({
      status: 200,
      body: { user: { role: 'admin' } },
    });
  });

  it('a wrong password and an unknown address answer the same', async () => {
    const typed = details();
    await new Visitor().post('/api/auth/register', typed);
    const wrong = await new Visitor().post('/api/auth/login', {
      email: typed.email,
      password: 'something-else',
    });
    const unknown = await new Visitor().post('/api/auth/login', {
      email: 'nobody@example.com',
      password: 'something-else',
    });
    expect(wrong).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password', code: 'bad_credentials' },
    });
    // The id names the request, and so differs.
    const id = { requestId: expect.any(String) as string };
    expect(unknown.body).toEqual({ ...(wrong.body as object), ...id });
  });

  it('a taken address is shown at its field', async () => {
    const typed = details();
    await new Visitor().post('/api/auth/register', typed);
    expect(await new Visitor().post('/api/auth/register', typed)).toMatchObject({
      status: 409,
      body: { code: 'email_taken', fields: { email: expect.any(String) as string } },
    });
  });

  it('bad details come back word for word under their fields', async () => {
    const { status, body } = await new Visitor().post<ErrorReply>('/api/auth/register', {
      name: 'A',
      email: 'x',
      phone: '123',
      address: 'short',
      password: '12345',
    });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
      address: 'Address must be at least 10 characters',
      password: 'Password must be at least 6 characters',
    });
  });

  it('signing in changes the cookie and claims nothing: the contact of a guest’s order does', async () => {
    const visitor = new Visitor();
    const product = await visitor.someProduct();
    const { body } = await visitor.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    const guestCookie = visitor.cookie;
    await visitor.post('/api/auth/register', details());
    expect(visitor.cookie).not.toBe(guestCookie);
    const orders = await visitor.get<Order[]>('/api/orders');
    expect(orders.body).toMatchObject([{ id: body.order.id, view: 'reduced' }]);
    expect(JSON.stringify(orders.body)).not.toMatch(/customer|254712345678/);
    const claim = (contact: string) => visitor.post(`/api/orders/${body.order.id}/claim`, { contact });
    expect(await claim('bob@example.com')).toMatchObject({ status: 403, body: { code: 'contact_mismatch' } });
    expect(await claim('ADA@example.com')).toMatchObject({ status: 200, body: { view: 'full' } });
    const [claimed] = (await visitor.get<Order[]>('/api/orders')).body;
    expect(claimed?.userId).toMatch(/^[0-9a-f-]{36}$/);
    const thief = new Visitor();
    thief.cookie = guestCookie;
    expect((await thief.get('/api/orders')).body).toEqual([]);
  });

  it('an order placed while signed in belongs to the account, on every device', async () => {
    const typed = details();
    const phone = new Visitor();
    await phone.post('/api/auth/register', typed);
    const product = await phone.someProduct();
    const { body } = await phone.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    expect(body.order.userId).toMatch(/^[0-9a-f-]{36}$/);
    const desk = new Visitor();
    await desk.post('/api/auth/login', { email: typed.email, password: typed.password });
    expect((await desk.get<Order[]>('/api/orders')).body.map((order) => order.id)).toEqual([body.order.id]);
    await phone.post('/api/auth/logout', {});
    expect((await phone.get('/api/orders')).body).toEqual([]);
  });

  it('an expiring token is renewed once, for any number of concurrent requests', async () => {
    const akinyi = new Visitor();
    await akinyi.post('/api/auth/register', details());
    await sql`update private.sessions set sess = sess || '{"accessExpiresAt": 1}' where sid = ${sidOf(akinyi)}`;
    const before = await sql<{ n: number }[]>`select count(*)::int as n from auth.refresh_tokens`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => akinyi.get('/api/auth/me')));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    const after = await sql<{ n: number }[]>`select count(*)::int as n from auth.refresh_tokens`;
    expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBe(1);
  });

  it('a session whose sign-in has ended goes on as a guest’s', async () => {
    const akinyi = new Visitor();
    const { body } = await akinyi.post<AuthReply>('/api/auth/register', details());
    await sql`update private.sessions set sess = sess || '{"accessExpiresAt": 1}' where sid = ${sidOf(akinyi)}`;
    await sql`delete from auth.sessions where user_id = ${body.user.id}`;
    expect(await akinyi.get('/api/auth/me')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await akinyi.get('/api/orders')).toMatchObject({ status: 200, body: [] });
  });

  it('the database keeps no token that could be used, and none that opens in another session', async () => {
    const [akinyi, bob] = [new Visitor(), new Visitor()];
    await akinyi.post('/api/auth/register', details());
    await bob.post('/api/auth/register', details());
    const [row] = await sql<{ sess: Record<string, string> }[]>`
      select sess from private.sessions where sid = ${sidOf(akinyi)}`;
    expect(Object.keys(row?.sess ?? {}).sort()).toEqual([
      'accessExpiresAt',
      'sealedTokens',
      'signInId',
      'userId',
    ]);
    expect(row?.sess.sealedTokens).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
    await sql`update private.sessions set sess = (select sess from private.sessions where sid = ${sidOf(akinyi)})
      where sid = ${sidOf(bob)}`;
    expect((await bob.get('/api/auth/me')).status).toBe(401);
    expect((await akinyi.get('/api/auth/me')).status).toBe(200);
  });

  it('an order that is refused leaves no session behind', async () => {
    const product = await new Visitor().someProduct();
    const before = await sql`select count(*)::int as n from private.sessions`;
    for (let i = 0; i < 5; i += 1) {
      const { status } = await new Visitor().placeOrder([
        { productId: product.id, quantity: 1, price: product.price + 1 },
      ]);
      expect(status).toBe(409);
    }
    expect(await sql`select count(*)::int as n from private.sessions`).toEqual(before);
  });

  it('the database keeps no cookie, only its hash', async () => {
    const visitor = new Visitor();
    await visitor.post('/api/auth/register', details());
    const value = visitor.cookie.split('=')[1] ?? '';
    const rows =
      await sql`select 1 from private.sessions where sid = ${value} or sess::text like ${`%${value}%`}`;
    expect(rows).toHaveLength(0);
    expect(await sql`select 1 from private.sessions where sid = ${sidOf(visitor)}`).toHaveLength(1);
  });

  it('a session lasts thirty days after its last use', async () => {
    const visitor = new Visitor();
    await visitor.post('/api/auth/register', details());
    const daysLeft = async () =>
      (
        await sql`
        select round(extract(epoch from expire - now()) / 86400)::int as days from private.sessions
        where sid = ${sidOf(visitor)}`
      )[0]?.days as number;
    expect(await daysLeft()).toBe(30);
    await sql`update private.sessions
      set signed_in_at = now() - interval '20 days', last_used_at = now() - interval '20 days', expire = now() + interval '10 days'
      where sid = ${sidOf(visitor)}`;
    await visitor.get('/api/auth/me');
    expect(await daysLeft()).toBe(30);
  });
});
