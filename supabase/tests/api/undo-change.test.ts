import { describe, expect, it } from 'vitest';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { newCustomer, registration, type Registration, signedIn } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { confirmationLinks, mailsTo, newestMailTo } from '../local-mail.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const chosen = 'jiwe-la-msingi';
const expired = { status: 410, body: { code: 'confirmation_link_expired' } };
const canSignIn = async (email: string, password: string) =>
  (await new Visitor().post('/api/auth/login', { email, password })).status === 200;
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).status === 200;
const undo = (token: string) => new Visitor().post('/api/auth/undo-change', { token });

/** The token of the newest mail of this kind; empty when it has no link. */
async function tokenTo(address: string, kind: 'password_changed' | 'email_changed'): Promise<string> {
  const [mail] = await mailsTo(address, kind);
  return /\/undo-change#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function newAccount({ isConfirmed = true } = {}) {
  const customer = await newCustomer();
  if (isConfirmed)
    await sql`update public.users set email_confirmed_at = now() where id = ${customer.user.id}`;
  return customer;
}

async function changePassword(visitor: Visitor, { password }: Registration): Promise<void> {
  const change = { currentPassword: password, newPassword: chosen };
  expect((await visitor.post('/api/auth/password', change)).status).toBe(200);
}

/** The account gets another address, whose mailbox is somebody's who knows the password. */
async function changeEmail(visitor: Visitor, { password }: Registration): Promise<string> {
  const { email } = registration();
  const change = { email, currentPassword: password };
  expect((await visitor.put('/api/auth/email', change)).status).toBe(200);
  const [, token] = (await confirmationLinks(email))[0]?.split('#token=') ?? [];
  expect((await visitor.post('/api/auth/confirm-email', { token })).status).toBe(200);
  return email;
}

/** Sets a password with the link of the newest password mail. */
async function choosePassword(email: string, password: string): Promise<number> {
  const token = /#token=([^"]+)"/.exec((await newestMailTo(email))?.html ?? '')?.[1];
  return (await new Visitor().post('/api/auth/reset-password', { token, password })).status;
}

describe('a new password', () => {
  it('is told to the address of the account, whose link takes the account back, once', async () => {
    const { typed } = await newAccount();
    const thief = await signedIn(typed);
    await changePassword(thief, typed);
    const token = await tokenTo(typed.email, 'password_changed');
    expect(await undo(token)).toMatchObject({ status: 200, body: { success: true } });
    expect(await isSignedIn(thief)).toBe(false);
    for (const password of [chosen, typed.password])
      expect(await canSignIn(typed.email, password)).toBe(false);
    expect(await choosePassword(typed.email, 'a password of my own')).toBe(200);
    expect(await canSignIn(typed.email, 'a password of my own')).toBe(true);
    expect(await undo(token)).toMatchObject(expired);
  });

  it('that was chosen with the link of a password mail is told too', async () => {
    const { typed } = await newAccount();
    await new Visitor().post('/api/auth/forgot-password', { email: typed.email });
    expect(await choosePassword(typed.email, chosen)).toBe(200);
    expect(await tokenTo(typed.email, 'password_changed')).not.toBe('');
  });

  it('cannot be undone after 72 hours, with a changed link or with that of another mail', async () => {
    const { visitor, typed, user } = await newAccount();
    await changePassword(visitor, typed);
    const token = await tokenTo(typed.email, 'password_changed');
    const [confirmation = ''] = await confirmationLinks(typed.email);
    for (const wrong of ['made up', `${token.slice(0, -2)}AA`, confirmation.split('#token=')[1] ?? ''])
      expect(await undo(wrong)).toMatchObject(expired);
    // Nor does it confirm an address.
    expect(await visitor.post('/api/auth/confirm-email', { token })).toMatchObject(expired);
    await sql`update private.email_confirmations set expires_at = expires_at - interval '73 hours'
      where user_id = ${user.id}`;
    expect(await undo(token)).toMatchObject(expired);
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

it('a changed bank account is told to the admins, whose link puts it back without signing in', async () => {
  const [owner, thief] = [await registered(sql, 'admin'), await registered(sql, 'admin')];
  const emailOf = async ({ userId }: { userId: string }) =>
    (await sql<{ email: string }[]>`select email from public.users where id = ${userId}`)[0]?.email ?? '';
  const bank = async () => (await sql`select bank from private.shop_details`)[0]?.bank;
  const before = await bank();
  const change = { p_changes: { bank: `Account ${thief.userId}` }, p_seen: { bank: before } };
  expect((await callSqlAs(thief, 'change_shop_details', change)).status).toBe(200);
  await thief.post('/api/admin/messages/send', {});
  const [mail] = await mailsTo(await emailOf(owner), 'settings_changed');
  expect(mail?.subject).toBe('Changed: how the shop is paid, its PIN or contacts');
  expect(mail?.text).toContain('Wanjiru Owner changed how the shop is paid');
  const token = /\/undo-change\?for=settings#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await undo(token)).toMatchObject({ status: 200, body: { success: true } });
  expect([await bank(), await isSignedIn(thief), await isSignedIn(owner)]).toEqual([before, false, true]);
  expect(await undo(token)).toMatchObject(expired);
  const [told] = await mailsTo(await emailOf(owner), 'settings_changed', 2);
  expect(told?.text).not.toContain('#token');
});

describe('a new address', () => {
  it('is told to the one before, which gets the account back, whatever was done to prevent it', async () => {
    const { typed, user } = await newAccount();
    const thief = await signedIn(typed);
    const other = await changeEmail(thief, typed);
    await changePassword(thief, typed);
    // The address is registered anew, and a link for another password waits in the thief's mailbox.
    const occupant = new Visitor();
    expect((await occupant.post('/api/auth/register', { ...typed, password: chosen })).status).toBe(201);
    await thief.post('/api/auth/forgot-password', { email: other });

    expect((await undo(await tokenTo(typed.email, 'email_changed'))).status).toBe(200);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await choosePassword(other, 'another one of mine')).toBe(410);
    for (const email of [other, typed.email])
      for (const password of [chosen, typed.password]) expect(await canSignIn(email, password)).toBe(false);
    expect(await choosePassword(typed.email, 'a password of my own')).toBe(200);
    expect(await canSignIn(typed.email, 'a password of my own')).toBe(true);
    const [row] = await sql`select email, email_confirmed_at is not null as "isConfirmed"
      from public.users where id = ${user.id}`;
    expect(row).toEqual({ email: typed.email, isConfirmed: true });
    // The new password was told to the thief's own mailbox: its link is worth nothing any more.
    expect(await undo(await tokenTo(other, 'password_changed'))).toMatchObject(expired);
  });

  it('is told to one that nobody had confirmed without a link: its mailbox may be a stranger’s', async () => {
    const { visitor, typed } = await newAccount({ isConfirmed: false });
    await changeEmail(visitor, typed);
    expect(await tokenTo(typed.email, 'email_changed')).toBe('');
  });

  it('is not given back once somebody has confirmed the one before for another account', async () => {
    const { visitor, typed } = await newAccount();
    await changeEmail(visitor, typed);
    const { visitor: owner } = await newCustomer({ email: typed.email });
    const [link = ''] = await confirmationLinks(typed.email, 2);
    await owner.post('/api/auth/confirm-email', { token: link.split('#token=')[1] });
    expect(await undo(await tokenTo(typed.email, 'email_changed'))).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect(await isSignedIn(owner)).toBe(true);
  });
});
