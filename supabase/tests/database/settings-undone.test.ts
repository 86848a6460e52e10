import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rolledBack } from '../rolled-back.ts';
import { newPerson, type Transaction } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const thief = testPerson(sql, 'Thief', 'admin');
const owner = testPerson(sql, 'Owner', 'admin');

type Mail = { id: string; recipient: string; opens: string; changed: string };

/** What may be done in a transaction that is rolled back, since everybody reads these rows. */
const inShop = (work: (acts: ReturnType<typeof actsIn> & { t: Transaction }) => Promise<void>) =>
  rolledBack(sql, (t) => work({ t, ...actsIn(t) }));

function actsIn(t: Transaction) {
  const call = (who: { role: string; userId: string | null }, query: (s: Transaction) => Promise<unknown>) =>
    t.savepoint(async (s) => {
      await s`select set_config('role', ${who.role}, true),
        set_config('request.jwt.claim.sub', ${who.userId ?? ''}, true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: who.userId, role: who.role })}, true)`;
      await query(s);
      await s`select set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claims', '', true)`;
      await s`reset role`;
    });
  return {
    changeDetails: (who: typeof owner, changes: object) =>
      call(who, (s) => s`select public.change_shop_details(${s.json(changes as never)}, '{}')`),
    changeSettings: (who: typeof owner, changes: object) =>
      call(who, (s) => s`select public.change_settings(${s.json(changes as never)}, '{}')`),
    changeRule: (who: typeof owner, kind: string, changes: object) =>
      call(who, (s) => s`select public.change_message_rule(${kind}, ${s.json(changes as never)}, '{}')`),
    undo: (id: string) =>
      call({ role: 'service_role', userId: null }, (s) => s`select public.undo_account_change(${id})`),
    bank: async () => (await t<{ bank: string }[]>`select bank from private.shop_details`)[0]?.bank,
    addresses: async () =>
      (await t<{ emails: string[] }[]>`select emails from private.message_rules where kind = 'owner_task'`)[0]
        ?.emails,
    /** The mails about changes to somebody, the oldest first. */
    mailsTo: (address: string) => t<Mail[]>`
      select c.id, m.recipient, c.opens, private.message_facts(m) #>> '{confirmation,changed}' as changed
      from private.messages m join private.email_confirmations c on c.id::text = split_part(m.subject, ' ', 1)
      where m.kind = 'settings_changed' and m.recipient = ${address} and private.message_is_true(m)
      order by c.history_id`,
  };
}

/** The rule as it has been for long. */
const addressesOfLong = (t: Transaction, emails: string[]) =>
  t`update private.message_rules set emails = ${emails} where kind = 'owner_task'`
    .then(() => t`alter table public.history disable trigger append_only_but_for_erasure`)
    .then(() => t`update public.history set at = at - interval '73 hours' where table_name = 'message_rules'`)
    .then(() => t`alter table public.history enable trigger append_only_but_for_erasure`);

const old = 'desk@example.com';

describe('a link that undoes a change', () => {
  it('of the bank account goes to each admin and to who is told of money; once, it puts back what was before', () =>
    inShop(async ({ t, changeDetails, mailsTo, undo, bank }) => {
      await addressesOfLong(t, [old]);
      const before = await bank();
      const signIn = randomUUID();
      await t`insert into auth.sessions (id, user_id, created_at, updated_at) values (${signIn}, ${thief.userId}, now(), now())`;
      await changeDetails(thief, { bank: 'Pay to account 666' });
      for (const address of [owner.email, thief.email, old])
        expect(await mailsTo(address)).toMatchObject([{ opens: 'undo', changed: 'shop_details' }]);
      const [link] = await mailsTo(old);
      const [other] = await mailsTo(owner.email);
      await undo(link?.id ?? '');
      expect(await bank()).toBe(before);
      expect(await t`select 1 from auth.sessions where id = ${signIn}`).toHaveLength(0);
      for (const id of [link?.id ?? '', other?.id ?? ''])
        expect(await refusalCode(undo(id))).toBe('confirmation_link_expired');
      // The admins hear of it, without a link.
      expect(await mailsTo(owner.email)).toMatchObject([{ opens: 'nothing' }]);
      expect(await mailsTo(old)).toEqual([]);
    }));

  it('of the owner’s addresses goes to those that were there for three days, and puts them back after later changes', () =>
    inShop(async ({ t, changeRule, mailsTo, undo, addresses }) => {
      await addressesOfLong(t, [old]);
      await changeRule(thief, 'owner_task', { emails: ['thief@example.com'] });
      await changeRule(thief, 'owner_task', { emails: ['thief2@example.com'], phones: ['0712345678'] });
      expect(await mailsTo('thief@example.com')).toEqual([]);
      expect(await mailsTo(owner.email)).toHaveLength(2);
      const [link] = await mailsTo(old);
      expect(link).toMatchObject({ opens: 'undo', changed: 'message_rules' });
      await undo(link?.id ?? '');
      expect(await addresses()).toEqual([old]);
      // Later links of the same row would put back what the thief wrote.
      expect(await mailsTo(owner.email)).toMatchObject([{ opens: 'nothing' }]);
      const [rule] =
        await t`select count(*)::int as rules from private.message_rules where emails = ${[old]}`;
      expect(rule).toEqual({ rules: 1 });
    }));

  it('of when goods may be sent works for 72 hours, and survives that an account is taken back', () =>
    inShop(async ({ t, changeSettings, mailsTo, undo }) => {
      await changeSettings(thief, { shipsUnpaid: true });
      const [link] = await mailsTo(owner.email);
      const [account] = await t<{ id: string }[]>`
        insert into private.email_confirmations (user_id, email, opens, created_at)
        values (${thief.userId}, ${thief.email}, 'undo', now() - interval '1 hour') returning id`;
      await undo(account?.id ?? '');
      await t`update private.email_confirmations set expires_at = now() where id = ${link?.id ?? ''}`;
      expect(await refusalCode(undo(link?.id ?? ''))).toBe('confirmation_link_expired');
      await t`update private.email_confirmations set expires_at = now() + interval '1 minute' where id = ${link?.id ?? ''}`;
      await undo(link?.id ?? '');
      const [row] = await t`select ships_unpaid as "shipsUnpaid" from private.settings`;
      expect(row).toEqual({ shipsUnpaid: false });
    }));

  it('is sent about each number to which buyers pay', () =>
    inShop(async ({ changeDetails, mailsTo }) => {
      for (const change of [{ paybill: '522533' }, { till: '987654' }]) await changeDetails(thief, change);
      expect(await mailsTo(owner.email)).toHaveLength(2);
    }));

  it('is not sent about what moves no money: opening hours, how long pieces are held, mails to buyers', () =>
    inShop(async ({ t, changeDetails, changeSettings, changeRule, mailsTo }) => {
      await changeDetails(owner, { hours: 'Always' });
      await changeSettings(owner, { holdMinutes: 47 });
      await changeRule(owner, 'order_completed', { sms: false });
      // Nor about what the owner of the database does.
      await t`update private.shop_details set bank = 'Pay here' where id is not null`;
      expect(await mailsTo(owner.email)).toEqual([]);
    }));

  it('is not stopped by whoever made the change', () =>
    inShop(async ({ t, changeDetails }) => {
      await changeDetails(thief, { bank: 'Pay to account 666' });
      const [mail] = await t<{ id: string }[]>`
        select id from private.messages where kind = 'settings_changed' and recipient = ${owner.email}`;
      const stop = t.savepoint(async (s) => {
        await s`select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', ${thief.userId}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: thief.userId, role: 'authenticated' })}, true)`;
        await s`select public.take_message_step(${mail?.id ?? ''}, 'stopped')`;
      });
      expect(await refusalCode(stop)).toBe('transition_refused');
    }));
});

it('an admin who changed much can still change their password', async () => {
  const admin = await newPerson(sql, 'Busy', 'admin');
  await sql`insert into private.email_confirmations (user_id, email, opens, history_id, expires_at)
    select ${admin.userId}, ${admin.email}, 'undo', 1, now() + interval '1 hour' from generate_series(1, 20)`;
  await sql`update auth.users set encrypted_password = 'another' where id = ${admin.userId}`;
  await sql`delete from private.email_confirmations where user_id = ${admin.userId}`;
});
