import { beforeAll, describe, expect, it } from 'vitest';
import { approved, newProduct, newSid, place, settle, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { undone } from '../undone.ts';

const sql = openTestDatabase();

/** In a shop that was fully checked last night and has not changed since the last two checks. */
const inCheckedShop = (work: (t: Transaction) => Promise<void>) =>
  undone(sql, async (t) => {
    await t`delete from private.rule_findings`;
    await nothingNew(t);
    await t`update private.rule_rounds set night = private.nairobi_day(now() - interval '2 hours'), part = 'none', after = null`;
    await work(t);
  });

const nothingNew = async (t: Transaction) => {
  await t`delete from private.rule_looks`;
  await t`insert into private.rule_looks values (clock_timestamp(), (select max(id) from public.history))`;
};

/** Runs `work` without triggers, so that no rule applies and the history records nothing. */
async function withoutTriggers(t: Transaction, work: () => Promise<unknown>) {
  await t`set local session_replication_role = replica`;
  await work();
  await t`set local session_replication_role = origin`;
}

const found = async (t: Transaction) =>
  (await t<{ broken: string; subject: string }[]>`select broken, subject from private.rule_findings`).map(
    ({ broken, subject }) => [broken, subject],
  );

async function look(t: Transaction) {
  await t`select private.check_changes()`;
  return found(t);
}

/** All of the night's checks, so many products or orders at a time; how many there were. */
async function checkAll(t: Transaction, limit = 20_000): Promise<number> {
  await t`update private.rule_rounds set night = night - 1`;
  for (let parts = 0; ; parts += 1) {
    const [row] = await t<{ more: boolean }[]>`select private.check_next_part(${limit}) as more`;
    if (!row?.more) return parts;
  }
}

let paid: { orderId: string; transactionId: string; productId: string };
beforeAll(async () => {
  const product = await newProduct(sql, { stock: 10 });
  const placed = await place(sql, [{ productId: product.id, quantity: 2, price: product.price }], {
    sid: newSid(),
  });
  await settle(sql, placed.transaction.trace, approved(placed));
  const [transaction] = await sql<
    { id: string }[]
  >`select id from public.transactions where order_id = ${placed.order.id}`;
  paid = { orderId: placed.order.id, transactionId: transaction?.id ?? '', productId: product.id };
});

describe('what breaks a rule', () => {
  const missingMessage = () => [['a paid order without its message', paid.orderId]];

  it('is found at once where something has changed, and stays found until it is right again', () =>
    inCheckedShop(async (t) => {
      await t`update public.orders set language = 'sw' where id = ${paid.orderId}`;
      const taken = await t<{ id: string }[]>`
        update private.messages set kind = 'order_cancelled' where order_id = ${paid.orderId} and kind = 'order_paid' returning id`;
      expect(await look(t)).toEqual(missingMessage());
      for (let times = 0; times < 3; times += 1) expect(await look(t)).toEqual(missingMessage());
      await t`update private.messages set kind = 'order_paid' where id = any (${taken.map(({ id }) => id)})`;
      expect(await look(t)).toEqual([]);
    }));

  it.each<[string, (t: Transaction) => PromiseLike<unknown>, () => string[]]>([
    [
      'the pieces of an order',
      (t) =>
        t`update public.order_items set quantity = 1, price = price * 2 where order_id = ${paid.orderId}`,
      () => ['pieces sold are not the pieces paid for', paid.orderId],
    ],
    [
      'the stock of a product',
      (t) => t`update public.products set price = price + 1 where id = ${paid.productId}`,
      () => ['stock differs from its movements', paid.productId],
    ],
    [
      'a payment',
      (t) => t`update public.transactions set bank_amount_cents = 1 where id = ${paid.transactionId}`,
      () => ['paid without money', paid.orderId],
    ],
    [
      'a task about money',
      (t) => t`insert into public.owner_tasks
        (kind, order_id, transaction_id, amount_cents, title, closed_at, closing_reason, outcome)
        values ('late_money', ${paid.orderId}, ${paid.transactionId}, 5, 'Refund', now(), 'Given back', 'refunded')`,
      () => ['a task and its refund disagree', paid.transactionId],
    ],
  ])('in %s is found at once', (what, change, expected) =>
    inCheckedShop(async (t) => {
      if (what.startsWith('the stock'))
        await withoutTriggers(t, () => t`update public.products set stock = 1 where id = ${paid.productId}`);
      await change(t);
      expect(await look(t)).toContainEqual(expected());
    }),
  );

  it('in an order that nobody has touched is found at night', () =>
    inCheckedShop(async (t) => {
      await withoutTriggers(
        t,
        () => t`delete from private.messages where order_id = ${paid.orderId} and kind = 'order_paid'`,
      );
      expect(await look(t)).toEqual([]);
      await checkAll(t);
      expect(await found(t)).toEqual(missingMessage());
      expect(await look(t)).toEqual(missingMessage());
    }));

  it.each([
    [
      'transactions',
      (t: Transaction) =>
        t`update public.transactions set created_at = '2001-02-03 12:00+03' where id = ${paid.transactionId}`,
    ],
    [
      'lines of statements',
      (t: Transaction) => t`
        with statement as (
          insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
          values (gen_random_uuid(), gen_random_uuid(), 'x', '{}', 1, 0, 0, '') returning id
        )
        insert into public.statement_lines (statement_id, line, day, amount_cents, fee_cents, identity, verdict)
        select s.id, 1, '2001-02-03', 0, 700, gen_random_uuid()::text, 'fee' from statement s`,
    ],
  ])('in the sums of a month that has nothing but %s is found at night', (_, change) =>
    inCheckedShop(async (t) => {
      await withoutTriggers(t, () => change(t));
      await checkAll(t);
      const subjects = (await found(t)).map(([, subject]) => subject);
      expect(subjects.filter((subject) => subject?.endsWith(' of 2001-02-03'))).toHaveLength(1);
    }),
  );

  it('is found by a check of everything in small parts too', () =>
    inCheckedShop(async (t) => {
      await withoutTriggers(t, async () => {
        await t`update public.products set stock = 1 where id = ${paid.productId}`;
        await t`update public.transactions set bank_amount_cents = 1 where id = ${paid.transactionId}`;
        await t`insert into private.day_sums (figure, day, amount) values ('users', '2001-01-01', 1)`;
        await t`insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
          values (gen_random_uuid(), gen_random_uuid(), 'x', '{}', 1, 0, 0, '')`;
      });
      expect(await checkAll(t, 50)).toBeGreaterThan(await checkAll(t));
      const all = await t<
        { broken: string; subject: string }[]
      >`select broken, subject from private.invariants`;
      expect(new Set(all.map(({ broken }) => broken)).size).toBe(4);
      const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join()).sort();
      expect(sorted(await found(t))).toEqual(sorted(all.map(({ broken, subject }) => [broken, subject])));
      // The sums of the days are looked at again as well.
      await t`select private.recount_sums()`;
      expect((await look(t)).map(([broken]) => broken)).not.toContain('a kept sum is not what is counted');
    }));
});

describe('the check of everything', () => {
  it('is made once a night, which begins at two o’clock in Nairobi', () =>
    inCheckedShop(async (t) => {
      expect(await checkAll(t)).toBeGreaterThan(0);
      expect((await t`select private.check_next_part() as more`)[0]).toEqual({ more: false });
      const [row] = await t<{ isTonight: boolean }[]>`
        select night = ((now() at time zone 'Africa/Nairobi') - interval '2 hours')::date as "isTonight" from private.rule_rounds`;
      expect(row?.isTonight).toBe(true);
    }));

  it('reports its end, and not before', () =>
    inCheckedShop(async (t) => {
      const finishedAt = async () => {
        const [row] = await t<{ at: Date }[]>`select finished_at as at from private.rule_rounds`;
        return row?.at.getTime() ?? 0;
      };
      await t`update private.rule_rounds set finished_at = '2020-01-01', night = night - 1`;
      await t`select private.check_next_part()`;
      expect(new Date(await finishedAt()).getUTCFullYear()).toBe(2020);
      await checkAll(t);
      expect(await finishedAt()).toBeGreaterThan(Date.now() - 60_000);
    }));

  it('begins anew when more has changed than one look takes', () =>
    inCheckedShop(async (t) => {
      await t`update private.rule_looks set history_id = history_id - 20001`;
      await withoutTriggers(
        t,
        () => t`delete from private.messages where order_id = ${paid.orderId} and kind = 'order_paid'`,
      );
      expect(await look(t)).toEqual([]);
      while ((await t<{ more: boolean }[]>`select private.check_next_part() as more`)[0]?.more);
      expect(await found(t)).toHaveLength(1);
    }));
});

it('a look reads the same pages however many orders there are', () =>
  inCheckedShop(async (t) => {
    const pages = async (query: string) => {
      // Twice: the first time also reads what the plan needs to know.
      for (const isLast of [false, true]) {
        const [row] = await t.unsafe<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(
          `explain (analyze, buffers, format json) ${query}`,
        );
        const plan = row?.['QUERY PLAN'][0]?.Plan;
        if (isLast) return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
      }
      return 0;
    };
    const ofChanges = `select * from private.rules_broken_since((select max(id) - 40 from public.history), now())`;
    const tables = ['public.orders', 'public.order_items', 'public.transactions', 'private.gateway_answers'];
    const pagesOfTables = async () => {
      const [row] = await t<{ pages: number }[]>`
        select (sum(pg_relation_size(name::regclass)) / 8192)::integer as pages from unnest(${tables}::text[]) name`;
      return row?.pages ?? 0;
    };
    const more = (orders: number) =>
      withoutTriggers(t, async () => {
        await t`create temporary table many on commit drop as select gen_random_uuid() as order_id, gen_random_uuid() as transaction_id
          from generate_series(1, ${orders})`;
        await t`insert into public.orders (id, customer_name, customer_email, customer_phone, customer_address, total_amount, status)
          select order_id, 'A', 'a@example.com', '+254712000000', 'B', 1000, 'failed' from many`;
        await t`insert into public.order_items (order_id, product_id, product_name, quantity, price)
          select order_id, ${paid.productId}, 'P', 1, 1000 from many`;
        await t`insert into public.transactions (id, order_id, amount, status, trace, reference, decided_at)
          select transaction_id, order_id, 1000, 'failed', md5(order_id::text) || md5(transaction_id::text), 'DON-1', now() from many`;
        await t`insert into private.gateway_answers (transaction_id, asked_by, answer, verdict)
          select transaction_id, 'return', '{}', 'refused' from many`;
        await t`update public.transactions t set answer_id = a.id
          from private.gateway_answers a where a.transaction_id = t.id and t.answer_id is null`;
        await t`drop table many`;
        for (const table of tables) await t.unsafe(`analyze ${table}`);
      });
    await more(2000);
    const [before, allBefore] = [await pages(ofChanges), await pagesOfTables()];
    await more(6000);
    const [after, allAfter] = [await pages(ofChanges), await pagesOfTables()];
    // Differences, since nobody knows how much the shop had before: other tests have bought here.
    const moreInAll = allAfter - allBefore;
    expect(moreInAll).toBeGreaterThan(300);
    // One level more of an index or two.
    expect(after - before).toBeLessThan(moreInAll / 5);
  }));
