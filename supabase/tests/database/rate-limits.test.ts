import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { as, newProduct, newSession, newSid, orderRequest, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();
const run = promisify(execFile);
beforeAll(async () => {
  await sql`update private.rate_limits set most = suggested`;
});
afterEach(() => sql`update private.rate_limits set most = suggested`);
// Other files of this stack meet no limits.
afterAll(() => sql`update private.rate_limits set most = 1000000`);

const take = (action: string, keys: Record<string, string>) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ wait: number }[]>`select public.take_limits(${action}, ${t.json(keys)}) as wait`;
    return row?.wait;
  });
const takeRepeatedly = async (times: number, action: string, keys: Record<string, string>) => {
  const waits: (number | undefined)[] = [];
  for (let i = 0; i < times; i += 1) waits.push(await take(action, keys));
  return waits;
};
/** As if so much time had passed for one key. */
const later = (key: string, seconds: number) =>
  sql`update private.rate_counts set used_until = used_until - make_interval(secs => ${seconds}) where key_hash = ${key}`;

describe('a limit', () => {
  it('allows as many as configured, and then returns the wait time', async () => {
    const order = randomUUID();
    expect(await takeRepeatedly(8, 'find_order', { order })).toEqual([0, 0, 0, 0, 0, 0, 10, 10]);
  });

  it('allows one more after each share of its period, and all after the whole period', async () => {
    const order = randomUUID();
    await takeRepeatedly(7, 'find_order', { order });
    await later(order, 10);
    expect(await takeRepeatedly(2, 'find_order', { order })).toEqual([0, 10]);
    await later(order, 60);
    expect(await takeRepeatedly(7, 'find_order', { order })).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });

  it('is not prolonged by further attempts', async () => {
    const order = randomUUID();
    await takeRepeatedly(30, 'find_order', { order });
    await later(order, 10);
    expect(await take('find_order', { order })).toBe(0);
  });

  it.each([
    ['an hour ahead', '1 hour', 2],
    ['a day ahead', '1 day', 2],
    // An hour is not all of a day.
    ['an hour behind', '-1 hour', 1e6],
    ['a day behind', '-1 day', 2],
  ])(
    'used up while the clock was %s lets an order through at once, and counts it',
    async (_, error, uses) => {
      const address = randomUUID();
      const { id, price } = await newProduct(sql, { stock: 1000 });
      const order = () =>
        as(
          sql,
          shop,
          (t) => t`select public.place_order_within_limits(${address}, null, ${newSid()}, ${randomUUID()},
          ${t.json(orderRequest([{ productId: id, quantity: 1, price }]))}, 60) as reply`,
        );
      await order();
      const usedUp = await sql`
      update private.rate_counts c set counted_at = now() + ${error}::text::interval,
        used_until = now() + ${error}::text::interval + make_interval(secs => l.seconds)
      from private.rate_limits l
      where l.action = c.action and l.subject = c.subject and c.action = 'place_order' and c.key_hash = ${address}
      returning c.subject`;
      expect(usedUp.length).toBeGreaterThan(0);
      const [placed] = await order();
      expect(placed?.reply).toHaveProperty('sid');
      const counted = await sql`
      select c.counted_at between now() - interval '1 minute' and now() as "isNow",
        c.used_until between now() and now() + make_interval(secs => l.seconds::numeric * ${uses} / l.most) as "isFew"
      from private.rate_counts c join private.rate_limits l using (action, subject)
      where c.action = 'place_order' and c.key_hash = ${address}`;
      expect(counted).toEqual(usedUp.map(() => ({ isNow: true, isFew: true })));
    },
  );

  it('counts each key and each action apart, and refuses when one key is used up', async () => {
    const [address, order] = [randomUUID(), randomUUID()];
    await takeRepeatedly(6, 'find_order', { address, order });
    expect(await take('find_order', { address, order })).toBe(10);
    expect(await take('find_order', { address, order: randomUUID() })).toBe(0);
    expect(await take('claim_order', { address, order })).toBe(0);
  });

  it('counts what is asked at the same moment', async () => {
    const order = randomUUID();
    const waits = await Promise.all(Array.from({ length: 20 }, () => take('find_order', { order })));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(6);
  });

  it('counts a use when it is counted, not when its transaction began', async () => {
    const order = randomUUID();
    await as(sql, shop, async (t) => {
      await t`select now()`;
      expect(await take('find_order', { order })).toBe(0);
      for (let i = 0; i < 5; i += 1) {
        const [row] = await t`select public.take_limits('find_order', ${t.json({ order })}) as wait`;
        expect(row?.wait).toBe(0);
      }
    });
  });

  it('counts exactly what four processes ask together', async () => {
    await sql`update private.rate_limits set most = 40, seconds = 86400 where action = 'place_order' and subject = 'session'`;
    const session = await newSession(sql);
    const script = `import postgres from 'postgres';
      const sql = postgres(process.env.DATABASE, { max: 5 });
      const waits = await Promise.all(Array.from({ length: 50 }, () =>
        sql\`select public.take_limits('place_order', \${sql.json({ session: process.env.SESSION })}) as wait\`));
      console.log(waits.filter(([row]) => row.wait === 0).length);
      await sql.end();`;
    const env = { ...process.env, DATABASE: stackUnderTest().addresses.postgres, SESSION: session };
    const passed = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
        return Number(stdout);
      }),
    );
    await sql`update private.rate_limits set seconds = 600 where action = 'place_order'`;
    expect(passed.reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  it('does not deadlock when its keys are named in different orders', async () => {
    const [address, order] = [randomUUID(), randomUUID()];
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        take('find_order', i % 2 ? { address, order } : { order, address }),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(6);
  });

  // Again, since the stack's job may purge a count of a second in between.
  it(
    'writes no row for a session or an order that does not exist, nor for whoever has to wait',
    { retry: 2 },
    async () => {
      const [address, session] = [randomUUID(), await newSession(sql)];
      await sql`delete from private.rate_counts`;
      const written = async () => {
        // Not those of messages, which the stack's job sends at any moment.
        const rows = await sql<{ subject: string }[]>`
        select c.subject from private.rate_counts c where c.action not in ('free_message', 'notice', 'owner_mail') order by 1`;
        return rows.map(({ subject }) => subject);
      };
      await take('search', { address, session: randomUUID() });
      await as(
        sql,
        shop,
        (t) => t`select public.check_payment_within_limits(${address}, ${randomUUID()}, ${randomUUID()})`,
      );
      expect(await written()).toEqual(['address', 'address']);
      await take('search', { address, session });
      expect(await written()).toEqual(['address', 'address', 'session']);
      await takeRepeatedly(20, 'find_order', { address });
      expect(await take('find_order', { address, order: randomUUID() })).toBe(3);
      expect(await written()).toEqual(['address', 'address', 'address', 'session']);
      // The health page counts them.
      expect(
        await sql`select subject from private.rate_counts where action = 'find_order' and refused_for is not null`,
      ).toEqual([{ subject: 'address' }]);
    },
  );

  it('of something unknown does not exist', async () => {
    expect(await take('dance', { address: randomUUID() })).toBe(0);
    expect(await take('find_order', { shoe: randomUUID() })).toBe(0);
  });
});

describe('a key that anybody may name', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  /** Uses up what a stranger at this address can. */
  const useUp = async (action: string, keys: Record<string, string>, times = 100) => {
    const waits = await takeRepeatedly(times, action, keys);
    expect(waits.at(-1)).toBeGreaterThan(0);
  };

  it.each([
    ['find_order', 'order'],
    ['open_link', 'order'],
    ['claim_order', 'order'],
    ['pay_order', 'order'],
    ['check_payment', 'order'],
    ['find_order', 'phone'],
    ['password_mail', 'email'],
    ['confirmation_mail', 'email'],
    ['second_factor', 'account'],
    ['new_password', 'account'],
  ])('%s by %s slows down the stranger’s address, and no other', async (action, subject) => {
    const key = randomUUID();
    await useUp(action, { [subject]: key, address: randomUUID() });
    expect(await take(action, { [subject]: key, address: randomUUID() })).toBe(0);
  });

  it.each([
    ['find_order', 'order'],
    ['password_mail', 'email'],
    ['confirmation_mail', 'email'],
    ['second_factor', 'account'],
    ['new_password', 'account'],
    ['claim_order', 'order'],
  ])('%s by %s is limited for strangers at many addresses together', async (action, subject) => {
    const key = randomUUID();
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 70; i += 1) waits.push(await take(action, { [subject]: key, address: randomUUID() }));
    expect(waits.at(-1)).toBeGreaterThan(0);
  });

  it('never slows down the browser that placed the order, named by its id or its number', async () => {
    const session = await newSession(sql);
    const product = await newProduct(sql);
    const line = { productId: product.id, quantity: 1, price: product.price };
    const { order } = await place(sql, [line], { sid: session });
    const address = randomUUID();
    for (const [action, name] of [
      ['check_payment', order.id],
      ['find_order', order.id.slice(-8)],
    ] as const) {
      for (let i = 0; i < 130; i += 1)
        await take(action, { order: sha(name), address: i % 2 ? randomUUID() : address });
      expect(await take(action, { order: sha(name), address: randomUUID(), session })).toBe(0);
      const other = await newSession(sql);
      expect(await take(action, { order: sha(name), address, session: other })).toBeGreaterThan(0);
    }
  });

  it('never slows down a device on which the account has signed in, nor for a second factor one on which it was proved', async () => {
    const [email, account, device, thiefs, shared] = Array.from({ length: 5 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await sql`insert into private.sign_in_attempts (email_hash, source_hash, signed_in_at, proved_at)
      values (${email}, ${device}, now(), now()), (${email}, ${thiefs}, now(), null)`;
    // At the very address of the owner.
    for (const [action, keys] of [
      ['password_mail', { email }],
      ['new_password', { email, account }],
      ['second_factor', { email, account }],
    ] as const) {
      for (let i = 0; i < 60; i += 1) await take(action, { ...keys, address: i % 2 ? randomUUID() : shared });
      expect(await take(action, { ...keys, address: shared })).toBeGreaterThan(0);
      expect([action, await take(action, { ...keys, address: shared, device })]).toEqual([action, 0]);
    }
    const ofThief = { email, account, address: shared, device: thiefs };
    expect(await take('second_factor', ofThief)).toBeGreaterThan(0);
  });

  it('has a limit on a known device too', async () => {
    const [email, device] = [randomUUID(), randomUUID()];
    await sql`insert into private.sign_in_attempts (email_hash, source_hash, signed_in_at, proved_at)
      values (${email}, ${device}, now(), now())`;
    const guess = () => take('second_factor', { email, account: email, address: randomUUID(), device });
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 7; i += 1) waits.push(await guess());
    expect(waits.map((wait) => wait === 0)).toEqual([true, true, true, true, true, false, false]);
  });
});

it('the count of a session goes on when its cookie changes', async () => {
  const [old, fresh] = [await newSession(sql), newSid()];
  // More than the limit and what a busy machine gives back meanwhile.
  await takeRepeatedly(200, 'search', { session: old });
  await sql`update private.sessions set sid = ${fresh} where sid = ${old}`;
  expect(await take('search', { session: fresh })).toBeGreaterThan(0);
});

describe('what nobody needs any more', () => {
  it('of the counts, forty times as many rows are deleted as of other tables: anybody causes them', async () => {
    const left = await rolledBack(sql, async (t) => {
      await t`delete from private.rate_counts`;
      await t`insert into private.rate_counts (action, subject, key_hash, used_until)
        select 'find_order', 'order', n::text, now() - interval '1 minute' from generate_series(1, 45) n`;
      await t`select public.purge_expired(1)`;
      return t`select 1 from private.rate_counts where action = 'find_order'`;
    });
    expect(left).toHaveLength(5);
  });

  it('is deleted, and nothing else', async () => {
    const [live, dead] = [await newSession(sql), await newSession(sql)];
    await sql`update private.sessions set expire = now() - interval '25 hours' where sid = ${dead}`;
    const [young, old] = [randomUUID(), randomUUID()];
    await sql`insert into private.idempotency_keys (key, request_hash, reply, created_at)
      values (${young}, 'x', '{}', now() - interval '29 days'), (${old}, 'x', '{}', now() - interval '31 days')`;
    const [used, unused] = [randomUUID(), randomUUID()];
    await take('find_order', { order: used });
    await take('find_order', { order: unused });
    await later(unused, 60);
    await sql`insert into private.sign_in_attempts (email_hash, source_hash, signed_in_at)
      values (${young}, 'x', now() - interval '179 days'), (${old}, 'x', now() - interval '181 days')`;
    await as(sql, shop, (t) => t`select public.purge_expired(10000)`);
    const left = await sql<{ name: string }[]>`
      select sid as name from private.sessions where sid in (${live}, ${dead})
      union all select key::text from private.idempotency_keys where key in (${young}, ${old})
      union all select key_hash from private.rate_counts where key_hash in (${used}, ${unused}) and subject = 'order'
      union all select email_hash from private.sign_in_attempts where email_hash in (${young}, ${old})`;
    expect(left.map(({ name }) => name).sort()).toEqual([live, young, young, used].sort());
  });
});
