import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase, testPerson } from '../test-database.ts';
import type { Transaction } from '../shop-cast.ts';
import { bookScene } from './book-scene.ts';
import { statementScene } from './statement-scene.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');
const { newOrder, record } = bookScene(sql);
const { importLines } = statementScene(sql, owner);

const rows = 7;
beforeAll(async () => {
  for (let n = 0; n < rows; n += 1) {
    const placed = await newOrder();
    // Paid twice: each has a task.
    await record(placed, 2000);
    await record(placed, 2000);
  }
  // Each waits for an answer, and may be about an order that is not to be sent therefore.
  await importLines(
    Array.from({ length: rows }, (_, n) => ({ reference: `RENT OF PLANS ${n}`, amountCents: -90_000 - n })),
  );
});

/** Of the functions in language SQL: how often each was called in this transaction, or in one just before it. */
const callsOf = (t: Transaction) => t<{ name: string; calls: number }[]>`
  select p.oid::regproc::text as name, s.calls::integer as calls
  from pg_stat_xact_user_functions s join pg_proc p on p.oid = s.funcid join pg_language l on l.oid = p.prolang
  where l.lanname = 'sql'`;

it.each([
  `public.list_order_page('{}', 'createdAt', true, ${rows})`,
  `public.export_orders('{}', ${rows})`,
  `public.list_all_orders(${rows})`,
  `public.list_transaction_page('{}', ${rows})`,
  `public.list_owner_tasks(${rows})`,
])('%s calls no function for each row that Postgres plans anew each time', async (list) => {
  const perRow = await sql.begin(async (t) => {
    await t`set local track_functions = 'all'`;
    const before = new Map((await callsOf(t)).map(({ name, calls }) => [name, calls]));
    await t`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claim.sub', ${owner.userId}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true)`;
    const [reply] = await t.unsafe<{ listed: number }[]>(
      `select jsonb_array_length(coalesce(x -> 'rows', x -> 'orders')) as listed from ${list} x`,
    );
    expect(reply?.listed).toBe(rows);
    await t`reset role`;
    return (await callsOf(t))
      .map(({ name, calls }) => ({ name, calls: calls - (before.get(name) ?? 0) }))
      .filter(({ calls }) => calls >= rows);
  });
  expect(perRow).toEqual([]);
});
