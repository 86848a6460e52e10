import { describe, expect, it } from 'vitest';
import type { AuthReply } from '../../functions/_shared/contract/auth.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newCustomer, signedIn } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { newestMailTo } from '../local-mail.ts';
import { platform } from '../platform-call.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const fresh = 'jiwe-la-msingi';
const canSignIn = async (email: string, password: string) =>
  (await new Visitor().post('/api/auth/login', { email, password })).status === 200;

async function tokenFromMail(email: string): Promise<string> {
  const mail = await newestMailTo(email);
  return /#token=([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '';
}

describe('a forgotten password', () => {
  it('is requested with the same reply whether there is an account or not', async () => {
    const { typed } = await newCustomer();
    const known = await new Visitor().post('/api/auth/forgot-password', { email: typed.email });
    const unknown = await new Visitor().post('/api/auth/forgot-password', { email: 'nobody@example.com' });
    expect(known).toMatchObject({ status: 200, body: { success: true } });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await newestMailTo('nobody@example.com')).toBeNull();
    expect(await new Visitor().post('/api/auth/forgot-password', { email: 'not an address' })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Invalid email address' } },
    });
  });

  it('comes as a mail whose link leads to the shop and nowhere else', async () => {
    const { typed, visitor } = await newCustomer();
    await visitor.post('/api/auth/forgot-password', { email: typed.email.toUpperCase() });
    const mail = await newestMailTo(typed.email);
    expect(mail?.subject).toBe('Choose a new password');
    const links = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(links).toHaveLength(1);
    expect(links[0]?.startsWith(`${visitor.site}/reset-password#token=`)).toBe(true);
    expect(mail?.text).toBeNull();
  });

  it('is replaced: the new one signs in, the old one and every other session are out', async () => {
    const { visitor: phone, typed, user } = await newCustomer();
    await phone.post('/api/auth/forgot-password', { email: typed.email });
    const desk = new Visitor();
    const reply = await desk.post<AuthReply>('/api/auth/reset-password', {
      token: await tokenFromMail(typed.email),
      password: fresh,
    });
    expect(reply).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect((await desk.get('/api/auth/me')).status).toBe(200);
    expect((await phone.get('/api/auth/me')).status).toBe(401);
    expect(await canSignIn(typed.email, typed.password)).toBe(false);
    expect(await canSignIn(typed.email, fresh)).toBe(true);
    const [sessions] = await sql<{ n: number }[]>`
      select count(*)::int as n from auth.sessions where user_id = ${user.id}`;
    // This one and the sign-in of the line above.
    expect(sessions?.n).toBe(2);
  });

  it('is replaced: an access token got with the old one neither reads nor writes any more', async () => {
    const { visitor, typed, user } = await newCustomer();
    const { body: thief } = await platform<{ access_token: string }>(
      'POST',
      '/auth/v1/token?grant_type=password',
      { body: { email: typed.email, password: typed.password } },
    );
    const reads = () => platform('GET', '/rest/v1/users?select=address', { token: thief.access_token });
    const writes = (address: string) =>
      platform('PATCH', `/rest/v1/users?id=eq.${user.id}`, { token: thief.access_token, body: { address } });
    expect((await reads()).text).toContain(typed.address);
    await writes('Changed before');
    await visitor.post('/api/auth/forgot-password', { email: typed.email });
    const token = await tokenFromMail(typed.email);
    await new Visitor().post('/api/auth/reset-password', { token, password: fresh });
    expect((await reads()).text).toBe('[]');
    await writes('Changed after');
    expect(await sql`select address from public.users where id = ${user.id}`).toEqual([
      { address: 'Changed before' },
    ]);
  });

  it('has a link that works once, and the newest only', async () => {
    const { visitor, typed } = await newCustomer();
    await visitor.post('/api/auth/forgot-password', { email: typed.email });
    const older = await tokenFromMail(typed.email);
    // Auth itself sends no second mail within a second.
    await sql`update auth.users set recovery_sent_at = recovery_sent_at - interval '1 second' where email = ${typed.email}`;
    await visitor.post('/api/auth/forgot-password', { email: typed.email });
    const token = await tokenFromMail(typed.email);
    expect(token).not.toBe(older);
    const use = (one: string, password: string) =>
      new Visitor().post('/api/auth/reset-password', { token: one, password });
    const refused = { status: 410, body: { code: 'reset_link_expired' } };
    expect(await use(older, fresh)).toMatchObject(refused);
    expect(await use(token, 'short')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await use(token, fresh)).status).toBe(200);
    expect(await use(token, 'another-password')).toMatchObject(refused);
    expect(await use('made-up', fresh)).toMatchObject(refused);
    expect(await canSignIn(typed.email, fresh)).toBe(true);
  });

  it('is replaced by the platform’s default link too, once', async () => {
    const { visitor: phone, typed, user } = await newCustomer();
    await phone.post('/api/auth/forgot-password', { email: typed.email });
    // What the default mail's link opens, in place of the shop's own.
    const { addresses, keys } = stackUnderTest();
    const link = new URL('/auth/v1/verify', addresses.supabase);
    link.search = new URLSearchParams({
      token: await tokenFromMail(typed.email),
      type: 'recovery',
      redirect_to: `${phone.site}/reset-password`,
      apikey: keys.publishable,
    }).toString();
    const opened = await fetch(link, { redirect: 'manual', headers: { apikey: keys.publishable } });
    const target = new URL(opened.headers.get('location') ?? '');
    const said = new URLSearchParams(target.hash.slice(1));
    expect(said.get('type')).toBe('recovery');
    const token = said.get('access_token') ?? '';
    expect(token.split('.')).toHaveLength(3);
    const desk = new Visitor();
    const use = (password: string) => desk.post<AuthReply>('/api/auth/reset-password', { token, password });
    expect(await use('short')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await use(fresh)).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect((await desk.get('/api/auth/me')).status).toBe(200);
    expect((await phone.get('/api/auth/me')).status).toBe(401);
    expect(await canSignIn(typed.email, typed.password)).toBe(false);
    expect(await canSignIn(typed.email, fresh)).toBe(true);
    expect(await use('another-password')).toMatchObject({
      status: 410,
      body: { code: 'reset_link_expired' },
    });
    for (const made of ['a.b.c', `${token.slice(0, -6)}AAAAAA`])
      expect(
        await new Visitor().post('/api/auth/reset-password', { token: made, password: fresh }),
      ).toMatchObject({ status: 410, body: { code: 'reset_link_expired' } });
  });

  it('has a link that ends after an hour', async () => {
    const { visitor, typed, user } = await newCustomer();
    await visitor.post('/api/auth/forgot-password', { email: typed.email });
    await sql`update auth.users set recovery_sent_at = now() - interval '61 minutes' where id = ${user.id}`;
    const late = await new Visitor().post('/api/auth/reset-password', {
      token: await tokenFromMail(typed.email),
      password: fresh,
    });
    expect(late).toMatchObject({ status: 410, body: { code: 'reset_link_expired' } });
    expect(await canSignIn(typed.email, typed.password)).toBe(true);
  });

  it('leaves the guest’s orders to be claimed, as any sign-in does', async () => {
    const { typed } = await newCustomer();
    const product = await newProduct(sql);
    const guest = new Visitor();
    const { body } = await guest.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
    await guest.post('/api/auth/forgot-password', { email: typed.email });
    await guest.post('/api/auth/reset-password', {
      token: await tokenFromMail(typed.email),
      password: fresh,
    });
    const desk = await signedIn({ ...typed, password: fresh });
    const ordersAtDesk = async () => (await desk.get<Order[]>('/api/orders')).body.map((order) => order.id);
    expect(await ordersAtDesk()).toEqual([]);
    const contact = body.order.customerEmail;
    expect(await guest.post(`/api/orders/${body.order.id}/claim`, { contact })).toMatchObject({
      status: 200,
    });
    expect(await ordersAtDesk()).toEqual([body.order.id]);
  });
});

describe('a password that is known', () => {
  it('is changed with the current one; this session continues with a new cookie, the others end', async () => {
    const { visitor, typed } = await newCustomer();
    const other = await signedIn(typed);
    const cookie = visitor.cookie;
    const change = { currentPassword: typed.password, newPassword: fresh };
    expect(await visitor.post('/api/auth/password', change)).toMatchObject({
      status: 200,
      body: { user: { email: typed.email } },
    });
    expect(visitor.cookie).not.toBe(cookie);
    expect((await visitor.get('/api/auth/me')).status).toBe(200);
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect(await canSignIn(typed.email, typed.password)).toBe(false);
    expect(await canSignIn(typed.email, fresh)).toBe(true);
  });

  it('is not changed with a wrong one, and everybody stays signed in', async () => {
    const { visitor, typed } = await newCustomer();
    const other = await signedIn(typed);
    const refused = await visitor.post<ErrorReply>('/api/auth/password', {
      currentPassword: 'a guess',
      newPassword: fresh,
    });
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'wrong_password',
        fields: { currentPassword: 'This is not your current password.' },
      },
    });
    expect((await visitor.get('/api/auth/me')).status).toBe(200);
    expect((await other.get('/api/auth/me')).status).toBe(200);
    expect(await canSignIn(typed.email, typed.password)).toBe(true);
  });

  it('must be another one, and long enough', async () => {
    const { visitor, typed } = await newCustomer();
    const change = (newPassword: string) =>
      visitor.post<ErrorReply>('/api/auth/password', { currentPassword: typed.password, newPassword });
    expect((await change(typed.password)).body.fields).toEqual({
      newPassword: 'The new password must differ from the current one',
    });
    expect((await change('12345')).body.fields).toEqual({
      newPassword: 'Password must be at least 6 characters',
    });
  });

  it('cannot be changed without signing in', async () => {
    const change = { currentPassword: 'one-password', newPassword: fresh };
    expect((await new Visitor().post('/api/auth/password', change)).status).toBe(401);
  });
});
