import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MailRequest } from '../../functions/_shared/contract/email-confirmation.ts';
import { as, newPerson, newProduct, newSession, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { providers, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();

let ada: { userId: string; email: string };
beforeEach(async () => {
  ada = await newPerson(sql, 'Ada');
  await sql`update public.users set email_confirmed_at = null where id = ${ada.userId}`;
});

const request = (userId: string, email: string | null = null) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ reply: MailRequest }[]>`
      select public.request_email_confirmation(${userId}, ${email}, ${randomUUID()}) as reply`;
    return row?.reply.sent;
  });
const newest = async (userId: string) => {
  const [row] = await sql<{ id: string; email: string }[]>`
    select id, email from private.email_confirmations where user_id = ${userId} order by created_at desc limit 1`;
  return row?.id ?? '';
};
const confirm = (userId: string, id: string) =>
  as(sql, shop, async (t) => {
    await t`select public.confirm_email(${userId}, ${id})`;
  });
const addressOf = async (userId: string) => {
  const [row] = await sql<{ email: string; signIn: string }[]>`
    select u.email, a.email as "signIn" from public.users u join auth.users a using (id) where u.id = ${userId}`;
  return row;
};
const isConfirmed = async (userId = ada.userId) => {
  const [row] = await sql<{ yes: boolean }[]>`
    select email_confirmed_at is not null as yes from public.users where id = ${userId}`;
  return row?.yes;
};
const expired = { code: 'PT410', message: 'confirmation_link_expired' };
const mailsAbout = (id: string) => sql<{ recipient: string; language: string; state: string }[]>`
  select recipient, language, state from private.messages where kind = 'confirm_email' and subject = ${id}`;

describe('an address', () => {
  it('is unconfirmed until its link is used, and the link works once', async () => {
    const id = randomUUID();
    await sql`insert into auth.users (id, email) values (${id}, ${`new-${id}@example.com`})`;
    expect(await isConfirmed(id)).toBe(false);
    expect(await request(id)).toBe(true);
    const link = await newest(id);
    expect(await mailsAbout(link)).toEqual([
      { recipient: `new-${id}@example.com`, language: 'en', state: 'waiting' },
    ]);
    await confirm(id, link);
    expect(await isConfirmed(id)).toBe(true);
    await expect(confirm(id, link)).rejects.toMatchObject(expired);
    expect(await request(id)).toBe(false);
  });

  it('is confirmed by an earlier link as well, and then by none of the others', async () => {
    await request(ada.userId);
    const first = await newest(ada.userId);
    await request(ada.userId);
    const second = await newest(ada.userId);
    expect(second).not.toBe(first);
    await confirm(ada.userId, first);
    expect(await isConfirmed()).toBe(true);
    await expect(confirm(ada.userId, second)).rejects.toMatchObject(expired);
  });

  it('is not confirmed by an expired link, nor by the link of another account', async () => {
    const bob = await newPerson(sql, 'Bob');
    await request(ada.userId);
    const link = await newest(ada.userId);
    await expect(confirm(bob.userId, link)).rejects.toMatchObject(expired);
    await sql`update private.email_confirmations set expires_at = now() where id = ${link}`;
    await expect(confirm(ada.userId, link)).rejects.toMatchObject(expired);
    expect(await isConfirmed()).toBe(false);
  });

  it('that changed, however it did, is unconfirmed', async () => {
    await sql`update public.users set email_confirmed_at = now() where id = ${ada.userId}`;
    await sql`update auth.users set email = ${`changed-${ada.userId}@example.com`} where id = ${ada.userId}`;
    expect(await isConfirmed()).toBe(false);
  });

  it('to change to is the account’s with its link, and then no earlier link changes it back', async () => {
    await request(ada.userId);
    const old = await newest(ada.userId);
    const changed = `to-${ada.userId}@example.com`;
    expect(await request(ada.userId, changed.toUpperCase())).toBe(true);
    const link = await newest(ada.userId);
    expect(await addressOf(ada.userId)).toEqual({ email: ada.email, signIn: ada.email });
    await confirm(ada.userId, link);
    expect(await addressOf(ada.userId)).toEqual({ email: changed, signIn: changed });
    expect(await isConfirmed()).toBe(true);
    await expect(confirm(ada.userId, old)).rejects.toMatchObject(expired);
  });

  it('of another account is taken', async () => {
    const bob = await newPerson(sql, 'Bob');
    const taken = { code: 'PT409', message: 'email_taken' };
    await expect(request(ada.userId, bob.email)).rejects.toMatchObject(taken);
    const [late] = await sql<{ id: string }[]>`
      insert into private.email_confirmations (user_id, email) values (${ada.userId}, ${bob.email}) returning id`;
    await expect(confirm(ada.userId, late?.id ?? '')).rejects.toMatchObject(taken);
    expect(await addressOf(ada.userId)).toMatchObject({ email: ada.email });
    await expect(request(ada.userId, bob.email)).rejects.toMatchObject({
      code: 'PT409',
      message: 'email_taken',
    });
  });

  it('does not make its account an admin before it is confirmed', async () => {
    const admin = await newPerson(sql, 'Owner', 'admin');
    const promote = () => as(sql, admin, (t) => t`select public.set_user_role(${ada.userId}, 'admin')`);
    await expect(promote()).rejects.toMatchObject({ code: 'PT409', message: 'email_unconfirmed' });
    await request(ada.userId);
    await confirm(ada.userId, await newest(ada.userId));
    await promote();
    await sql`update public.users set role = 'customer' where id = ${ada.userId}`;
  });
});

describe('the mail', () => {
  it('is in the language of the latest order', async () => {
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: product.price }], {
      sid: await newSession(sql, ada.userId),
    });
    await sql`update public.orders set language = 'sw' where id = ${order.id}`;
    await request(ada.userId);
    expect(await mailsAbout(await newest(ada.userId))).toMatchObject([{ language: 'sw' }]);
  });

  it('does not go out when its link is no longer good, or to a corrected address', () =>
    undoneOrder(sql, async (t) => {
      const links: string[] = [];
      const requestLink = async () => {
        await t`select public.request_email_confirmation(${ada.userId})`;
        const [row] = await t<{ id: string }[]>`
          select id from private.email_confirmations where user_id = ${ada.userId} and id <> all(${links})`;
        links.push(row?.id ?? '');
        return links.at(-1) ?? '';
      };
      const late = await requestLink();
      const corrected = await requestLink();
      const good = await requestLink();
      await t`update private.email_confirmations set expires_at = now() where id = ${late}`;
      await t`update private.messages set corrected_recipient = 'somebody@example.com' where subject = ${corrected}`;
      await t`select public.claim_messages(${t.json(providers)}, 10000)`;
      const states = await t`select subject, state from private.messages where subject = any(${links})`;
      expect(Object.fromEntries(states.map(({ subject, state }) => [subject, state]))).toEqual({
        [late]: 'skipped',
        [corrected]: 'skipped',
        [good]: 'sending',
      });
    }));

  it('is switched off by nobody, and is in no list of rules', async () => {
    const admin = await newPerson(sql, 'Owner', 'admin');
    const [row] = await as(
      sql,
      admin,
      (t) => t<{ rules: { rules: { kind: string }[] } }[]>`
      select public.list_message_rules() as rules`,
    );
    expect(row?.rules.rules.map(({ kind }) => kind)).not.toContain('confirm_email');
    await expect(
      as(sql, admin, (t) => t`select public.change_message_rule('confirm_email', '{"email":false}', '{}')`),
    ).rejects.toMatchObject({ code: 'PT404' });
    await expect(
      sql`update private.message_rules set sms = true where kind = 'confirm_email'`,
    ).rejects.toMatchObject({ code: '23514' });
  });
});

it('expired links are purged', async () => {
  await request(ada.userId);
  const id = await newest(ada.userId);
  await sql`update private.email_confirmations set expires_at = now() - interval '1 second' where id = ${id}`;
  await as(sql, shop, (t) => t`select public.purge_expired(100000)`);
  expect(await newest(ada.userId)).toBe('');
});

it('twenty links at a time undo what became of an account, the first for as long as all others', async () => {
  const change = (n: number) =>
    sql`update auth.users set encrypted_password = ${`hash ${n}`} where id = ${ada.userId}`;
  for (let n = 1; n <= 20; n += 1) await change(n);
  const links = await sql<{ id: string }[]>`
    select id from private.email_confirmations where user_id = ${ada.userId} and opens = 'undo' order by created_at`;
  expect(links).toHaveLength(20);
  await expect(change(21)).rejects.toMatchObject({ code: 'PT429' });
  await as(sql, shop, (t) => t`select public.undo_account_change(${links[0]?.id ?? ''})`);
  await change(22);
});
