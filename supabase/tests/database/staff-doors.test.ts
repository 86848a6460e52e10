import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { rolledBack } from '../rolled-back.ts';
import { newPerson, newProduct, newSid, place, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** Somebody of staff at work, with a token and with a cookie of one sign-in, and an order of somebody else. */
async function atWork() {
  const { userId } = await newPerson(sql, 'Clerk', 'sales');
  const product = await newProduct(sql);
  const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: product.price }]);
  const [signIn, sid] = [randomUUID(), newSid()];
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${signIn}, ${userId}, now(), now())`;
  await sql`insert into private.sessions (sid, sess, expire)
    values (${sid}, ${sql.json({ userId, signInId: signIn })}, now() + interval '1 day')`;
  return { userId, signIn, sid, orderId: order.id };
}
type AtWork = Awaited<ReturnType<typeof atWork>>;

/** Whether each door lets them read the order now. */
async function doors(t: Transaction, { userId, signIn, sid, orderId }: AtWork) {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated', session_id: signIn });
  await t`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${userId}, true)`;
  await t`set local role authenticated`;
  const [own] = await t<{ may: boolean }[]>`select private.may('orders.read') as may`;
  const rows = await t`select id from public.orders where id = ${orderId}`;
  await t`set local role service_role`;
  const [seen] = await t<
    { view: string | null }[]
  >`select public.visible_order(${sid}, ${orderId}) ->> 'view' as view`;
  await t`reset role`;
  expect(rows).toHaveLength(own?.may ? 1 : 0);
  return { token: own?.may, cookie: seen?.view === 'staff' };
}

it.each<[string, (t: Transaction, who: AtWork) => Promise<unknown>]>([
  [
    'a role that is taken away',
    (t, { userId }) => t`update public.users set role = 'customer' where id = ${userId}`,
  ],
  ['a role that may not', (t) => t`update private.permissions set roles = '{}' where name = 'orders.read'`],
  ['a sign-in that was ended', (t, { signIn }) => t`delete from auth.sessions where id = ${signIn}`],
  [
    'a sign-in of somebody else',
    async (t, { signIn }) => {
      const { userId } = await newPerson(sql, 'Other', 'sales');
      await t`update auth.sessions set user_id = ${userId} where id = ${signIn}`;
    },
  ],
  ['no second factor', (t) => t`update private.settings set second_factor_required = true where true`],
  [
    'no activity for 31 minutes',
    (t, { signIn }) =>
      t`update auth.sessions set created_at = now() - interval '31 minutes' where id = ${signIn}`,
  ],
  [
    'twelve hours of work',
    async (t, { userId, signIn }) => {
      await t`update auth.sessions set created_at = now() - interval '721 minutes' where id = ${signIn}`;
      await t`insert into private.staff_activity (session_id, user_id, last_used_at) values (${signIn}, ${userId}, now())`;
    },
  ],
  [
    'a rule that is added',
    (
      t,
    ) => t`create or replace function private.staff_refusal(p_user_id uuid, p_sign_in_id uuid, p_permission text)
      returns text language sql stable security definer set search_path = '' as $$ select 'forbidden' $$`,
  ],
])('with %s, the door of tokens and that of cookies close at the same moment', async (_, happens) => {
  const who = await atWork();
  await rolledBack(sql, async (t) => {
    expect(await doors(t, who)).toEqual({ token: true, cookie: true });
    await happens(t, who);
    expect(await doors(t, who)).toEqual({ token: false, cookie: false });
  });
});

it('a proved second factor opens both doors', async () => {
  const who = await atWork();
  await rolledBack(sql, async (t) => {
    await t`update private.settings set second_factor_required = true where true`;
    await t`insert into private.verified_sign_ins (session_id, user_id) values (${who.signIn}, ${who.userId})`;
    expect(await doors(t, who)).toEqual({ token: true, cookie: true });
  });
});

it('a cookie whose sign-in is not known opens nothing', async () => {
  const who = await atWork();
  await rolledBack(sql, async (t) => {
    await t`update private.sessions set sess = sess - 'signInId' where sid = ${who.sid}`;
    expect(await doors(t, who)).toEqual({ token: true, cookie: false });
  });
});
