import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownerSteps } from '../../functions/_shared/contract/admin.ts';
import { orderStatuses } from '../../functions/_shared/contract/orders.ts';
import {
  approved,
  as,
  available,
  type Character,
  newPerson,
  newProduct,
  place,
  bankDecides,
} from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const nobody = '00000000-0000-4000-8000-000000000000';
checkRulesAfterEach(sql);

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');

const call = (who: Character, statement: string, ...values: string[]) =>
  as(sql, who, async (t) => {
    const [row] = await t.unsafe<{ answer: Record<string, unknown> }[]>(
      `select ${statement} as answer`,
      values,
    );
    return row?.answer ?? null;
  }).catch(({ code, message }: { code: string; message: string }) => ({ code, message }));
const closeWithRefund = `public.close_owner_task($1, $2, $3,
  jsonb_build_object('day', (now() at time zone 'Africa/Nairobi')::date, 'bankReference', 'FT1', 'isSure', true))`;
const advance = (who: Character, order: string, status: string) =>
  call(who, 'public.advance_order($1, $2)', order, status);

async function newOrder() {
  const product = await newProduct(sql, { stock: 5 });
  return { product, ...(await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }])) };
}

describe('an order', () => {
  it('paid is completed, once', async () => {
    const placed = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    for (let press = 0; press < 2; press++)
      expect(await advance(admin, placed.order.id, 'completed')).toMatchObject({ status: 'completed' });
    const entries = await sql`select actor_id from public.history
      where row_id = ${placed.order.id} and after ->> 'status' = 'completed'`;
    expect(entries).toEqual([{ actor_id: admin.userId }]);
  });

  it('unpaid is cancelled and gives its pieces back', async () => {
    const { product, order } = await newOrder();
    expect(await available(sql, product.id)).toBe(3);
    expect(await advance(admin, order.id, 'cancelled')).toMatchObject({ status: 'cancelled' });
    expect(await available(sql, product.id)).toBe(5);
  });

  it('is cancelled by nobody while the bank has not decided, nor after it is paid in part', async () => {
    const placed = await newOrder();
    const { id } = placed.order;
    const { trace } = placed.transaction;
    const [sid] = (
      await sql<{ sid: string }[]>`select sid from private.session_orders where order_id = ${id}`
    ).map((row) => row.sid);
    const cancelledBy = async () => [
      await advance(admin, id, 'cancelled'),
      await call({ role: 'service_role' }, 'public.cancel_unpaid_order($1, $2)', sid ?? '', id),
    ];
    // Each is refused in words of their own: the owner's and the buyer's.
    const refusedAs = (...messages: string[]) => messages.map((message) => ({ code: 'PT409', message }));

    await sql`update public.transactions set asking_until = now() + interval '1 minute' where trace = ${trace}`;
    const undecided = refusedAs('cancel_undecided', 'payment_undecided');
    expect(await cancelledBy()).toEqual(undecided);
    await bankDecides(sql, trace, null);
    expect(await cancelledBy()).toEqual(undecided);
    await bankDecides(sql, trace, approved(placed, { amountCents: '50000' }));
    expect(await cancelledBy()).toEqual(undecided);
    const [task] = await sql<{ id: string }[]>`select id from public.owner_tasks where order_id = ${id}`;
    await call(admin, 'public.close_owner_task($1, $2, $3)', task?.id ?? '', 'partial_payment', 'A part');
    expect(await cancelledBy()).toEqual(refusedAs('refund_first', 'money_received'));
    expect(await available(sql, placed.product.id)).toBe(3);
  });

  it('is cancelled once all money was given back', async () => {
    const placed = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    const [task] = await sql<
      { id: string }[]
    >`select id from public.owner_tasks where order_id = ${placed.order.id}`;
    await call(admin, closeWithRefund, task?.id ?? '', 'refunded', 'Given back');
    expect(await advance(admin, placed.order.id, 'cancelled')).toMatchObject({ status: 'cancelled' });
  });

  it('takes completion back, once, and only for an admin', async () => {
    const placed = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const { id } = placed.order;
    expect(await advance(admin, id, 'completed')).toMatchObject({ status: 'completed' });
    expect(await advance(ada, id, 'paid')).toMatchObject({ code: 'PT403' });
    for (let press = 0; press < 2; press++)
      expect(await advance(admin, id, 'paid')).toMatchObject({ status: 'paid' });
    expect(await advance(admin, id, 'completed')).toMatchObject({ status: 'completed' });
    expect(await advance(admin, id, 'cancelled')).toMatchObject({ code: 'PT409' });
  });

  it('takes no step that is not in the list, whoever asks', async () => {
    const { order } = await newOrder();
    for (const status of ['paid', 'failed', 'completed', 'lost'])
      expect(await advance(admin, order.id, status)).toEqual({
        code: 'PT409',
        message: 'transition_refused',
      });
    expect(await advance(ada, order.id, 'cancelled')).toEqual({ code: 'PT403', message: 'forbidden' });
    expect(await advance(admin, ada.userId, 'cancelled')).toMatchObject({ code: 'PT404' });
  });

  it('offers the owner the very steps that the database takes', async () => {
    const rows = await sql<{ from: string; to: string }[]>`
      select from_status as from, to_status as to from private.status_transitions
      where subject = 'order' and name in ('complete', 'take back', 'cancel', 'cancel failed', 'cancel refunded', 'cancel returned')`;
    const taken = (status: string) => rows.filter(({ from }) => from === status).map(({ to }) => to);
    for (const status of orderStatuses)
      expect([status, [...ownerSteps[status]].sort()]).toEqual([status, taken(status).sort()]);
  });
});

describe('a text of staff that is too long', () => {
  const key = `'${randomUUID()}'`;
  it.each([
    `public.advance_order(${key}, 'completed', $1)`,
    `public.advance_shipment(${key}, 'sent', 'G4S', '1', null, $1)`,
    `public.reverse_payment(${key}, $1)`,
    `public.record_refund(${key}, ${key}, 5, current_date, 'FT', $1)`,
    `public.record_refund(${key}, ${key}, 5, current_date, $1, 'Sent back')`,
    `public.correct_refund(${key}, ${key}, 5, current_date, 'FT', $1)`,
    `public.correct_refund(${key}, ${key}, 5, current_date, $1, 'Sent back')`,
    `public.close_statement_line(${key}, $1)`,
  ])('is refused before a table refuses it with the whole row: %s', async (statement) => {
    expect(await call(admin, statement, 'x'.repeat(1001))).toMatchObject({ code: 'PT400' });
  });
});

describe('a task', () => {
  it('is closed by an admin with a reason; the first reason stands', async () => {
    const placed = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '5' }));
    const [task] = await sql<
      { id: string }[]
    >`select id from public.owner_tasks where order_id = ${placed.order.id}`;
    const close = (who: Character, reason: string) =>
      call(who, closeWithRefund, task?.id ?? '', 'refunded', reason);
    expect(await close(ada, 'mine')).toMatchObject({ code: 'PT403' });
    for (const reason of ['', '\n\t', 'x'.repeat(1001), `x${' '.repeat(1000)}`])
      expect(await close(admin, reason)).toMatchObject({ code: 'PT400' });
    const closed = { id: task?.id, closedByName: 'Owner', closingReason: 'Refunded by hand' };
    expect(await close(admin, 'Refunded by hand')).toMatchObject(closed);
    expect(await close(admin, 'Again')).toMatchObject(closed);
    expect(await call(admin, closeWithRefund, ada.userId, 'refunded', 'x')).toMatchObject({
      code: 'PT404',
    });
  });
});

describe('a role', () => {
  const setRole = (who: Character, person: string, role: string) =>
    call(who, 'public.set_user_role($1, $2)', person, role);

  it('is given and taken by admins alone, and works at once', async () => {
    const bob = await newPerson(sql, 'Bob');
    await sql`update public.users set email_confirmed_at = now() where id = ${bob.userId}`;
    expect(await setRole(ada, ada.userId, 'admin')).toEqual({ code: 'PT403', message: 'forbidden' });
    expect(await call(bob, 'public.admin_stats()')).toMatchObject({ code: 'PT403' });
    expect(await setRole(admin, bob.userId, 'admin')).toMatchObject({ id: bob.userId, role: 'admin' });
    expect(await call(bob, 'public.admin_stats()')).toMatchObject({
      totalUsers: expect.any(Number) as number,
    });
    expect(await setRole(admin, bob.userId, 'customer')).toMatchObject({ role: 'customer' });
    expect(await call(bob, 'public.admin_stats()')).toMatchObject({ code: 'PT403' });
    expect(await setRole(admin, nobody, 'admin')).toMatchObject({ code: 'PT404' });
    expect(await setRole(admin, bob.userId, 'owner')).toMatchObject({ message: 'invalid_request' });
  });

  it('is changed by nobody who lost it while waiting', async () => {
    const [first, second] = [await newPerson(sql, 'Owner', 'admin'), await newPerson(sql, 'Owner', 'admin')];
    let waiting: ReturnType<typeof setRole> | undefined;
    await as(sql, first, async (t) => {
      await t`select public.set_user_role(${second.userId}, 'customer')`;
      waiting = setRole(second, first.userId, 'customer');
      const isWaiting = async () => {
        const [row] = await sql<{ waits: boolean }[]>`select exists (
          select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%set_user_role%') as waits`;
        return row?.waits;
      };
      await expect.poll(isWaiting, { timeout: 5000 }).toBe(true);
    });
    expect(await waiting).toEqual({ code: 'PT403', message: 'forbidden' });
    const roles =
      await sql`select role from public.users where id in (${first.userId}, ${second.userId}) order by role`;
    expect(roles).toEqual([{ role: 'admin' }, { role: 'customer' }]);
  });

  it('of the last admin stays, also when two take each other’s at once', async () => {
    // All others step back for the length of this test.
    const others = await sql<{ id: string }[]>`
      update public.users set role = 'customer' where role = 'admin' and id <> ${admin.userId} returning id`;
    try {
      expect(await setRole(admin, admin.userId, 'customer')).toEqual({
        code: 'PT409',
        message: 'last_admin',
      });
      const bob = await newPerson(sql, 'Bob', 'admin');
      await Promise.all([setRole(admin, bob.userId, 'customer'), setRole(bob, admin.userId, 'customer')]);
      expect(await sql`select id from public.users where role = 'admin'`).toHaveLength(1);
    } finally {
      await sql`update public.users set role = 'admin' where id in ${sql([admin.userId, ...others.map(({ id }) => id)])}`;
    }
  });
});
