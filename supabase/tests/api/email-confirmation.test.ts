import { describe, expect, it } from 'vitest';
import type { AuthReply } from '../../functions/_shared/contract/auth.ts';
import { newCustomer, registration, signedIn } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { confirmationLinks } from '../local-mail.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const tokenIn = (link = '') => link.split('#token=')[1] ?? '';
const confirm = (visitor: Visitor, token: string) =>
  visitor.post<AuthReply>('/api/auth/confirm-email', { token });
const expired = { status: 410, body: { code: 'confirmation_link_expired' } };

describe('the address of a new account', () => {
  it('is confirmed with the mailed link, on any device that is signed in to the account', async () => {
    const { visitor, typed, user } = await newCustomer();
    expect(user.emailConfirmed).toBe(false);
    const [link = ''] = await confirmationLinks(typed.email);
    expect(link.startsWith(`${visitor.site}/confirm-email#token=`)).toBe(true);
    const desk = await signedIn(typed);
    expect(await confirm(desk, tokenIn(link))).toMatchObject({
      status: 200,
      body: { user: { email: typed.email, emailConfirmed: true } },
    });
    expect(await visitor.get('/api/auth/me')).toMatchObject({ body: { user: { emailConfirmed: true } } });
    expect(await confirm(desk, tokenIn(link))).toMatchObject(expired);
    const [entry] = await sql<{ actorId: string }[]>`
      select actor_id as "actorId" from public.history
      where row_id = ${user.id} and after ? 'email_confirmed_at' order by id desc limit 1`;
    expect(entry?.actorId).toBe(user.id);
  });

  it('is confirmed only when signed in to it: anybody may register with somebody else’s address', async () => {
    const { typed } = await newCustomer();
    const token = tokenIn((await confirmationLinks(typed.email))[0]);
    expect(await confirm(new Visitor(), token)).toMatchObject({ status: 401 });
    const { visitor: stranger } = await newCustomer();
    expect(await confirm(stranger, token)).toMatchObject(expired);
    expect(await confirm(await signedIn(typed), `${token.slice(1)}${token[0]}`)).toMatchObject(expired);
    expect(await confirm(await signedIn(typed), 'made up')).toMatchObject(expired);
  });

  it('gets the link again, a limited number of times an hour, and not when it is confirmed', async () => {
    const { visitor, typed } = await newCustomer();
    const again = () => visitor.post('/api/auth/confirm-email/send', undefined);
    expect(await again()).toMatchObject({ status: 200, body: { sent: true } });
    const [, first] = await confirmationLinks(typed.email, 2);
    await sql`update private.rate_limits set most = 1 where action = 'confirmation_mail' and subject = 'account'`;
    try {
      expect((await again()).status).toBe(200);
      expect((await again()).status).toBe(429);
    } finally {
      await sql`update private.rate_limits set most = 1000000 where action = 'confirmation_mail' and subject = 'account'`;
    }
    // A mail that came late still works.
    expect((await confirm(visitor, tokenIn(first))).status).toBe(200);
    expect(await again()).toMatchObject({ status: 200, body: { sent: false } });
  });
});

it('a link beyond what its network address may cause is said to wait, and is not lost', async () => {
  const { visitor } = await newCustomer();
  const again = () => visitor.post('/api/auth/confirm-email/send', undefined);
  await sql`update private.rate_limits set most = 1 where action = 'free_message' and subject = 'cause'`;
  try {
    await again();
    await expect
      .poll(async () => (await again()).body, { timeout: 20_000, interval: 500 })
      .toEqual({ sent: false, waits: true });
    const [late] = await sql<{ state: string; hours: number }[]>`
      select m.state, round(extract(epoch from c.expires_at - c.created_at) / 3600)::int as hours
      from private.messages m join private.email_confirmations c on c.id::text = m.subject
      where m.kind = 'confirm_email' order by m.created_at desc, m.id desc limit 1`;
    expect(late).toEqual({ state: 'waiting', hours: 48 });
  } finally {
    await sql`update private.rate_limits set most = 1000000 where action = 'free_message'`;
  }
});

describe('another address', () => {
  it('is the account’s once its link is used; until then the old one signs in', async () => {
    const { visitor, typed, user } = await newCustomer();
    const { email } = registration();
    const change = (password: string) => visitor.put('/api/auth/email', { email, currentPassword: password });
    expect(await change('a wrong guess')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await change(typed.password)).toMatchObject({ status: 200, body: { sent: true } });
    const desk = await signedIn(typed);
    const token = tokenIn((await confirmationLinks(email))[0]);
    expect(await confirm(desk, token)).toMatchObject({
      status: 200,
      body: { user: { id: user.id, email, emailConfirmed: true } },
    });
    expect((await new Visitor().post('/api/auth/login', typed)).status).toBe(401);
    expect((await new Visitor().post('/api/auth/login', { ...typed, email })).status).toBe(200);
    // The link that went to the first address at registration.
    const old = tokenIn((await confirmationLinks(typed.email))[0]);
    expect(await confirm(desk, old)).toMatchObject(expired);
  });

  it('that belongs to another account is refused, also when it was taken after the link was sent', async () => {
    const [ada, bob] = [await newCustomer(), await newCustomer()];
    const change = (email: string) =>
      ada.visitor.put('/api/auth/email', { email, currentPassword: ada.typed.password });
    const taken = { status: 409, body: { code: 'email_taken' } };
    expect(await change(bob.typed.email)).toMatchObject(taken);
    const late = registration();
    expect((await change(late.email)).status).toBe(200);
    const token = tokenIn((await confirmationLinks(late.email))[0]);
    await new Visitor().post('/api/auth/register', late);
    expect(await confirm(ada.visitor, token)).toMatchObject(taken);
    expect(await ada.visitor.get('/api/auth/me')).toMatchObject({
      body: { user: { email: ada.typed.email } },
    });
  });

  it('limits password attempts', async () => {
    const { visitor } = await newCustomer();
    const { email } = registration();
    await sql`update private.rate_limits set most = 2 where action = 'new_password' and subject = 'account'`;
    try {
      const guess = () => visitor.put('/api/auth/email', { email, currentPassword: 'a wrong guess' });
      const answers = [(await guess()).status, (await guess()).status, (await guess()).status];
      expect(answers).toEqual([403, 403, 429]);
    } finally {
      await sql`update private.rate_limits set most = 1000000 where action = 'new_password' and subject = 'account'`;
    }
  });
});
