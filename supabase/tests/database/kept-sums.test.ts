import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { Overview } from '../../functions/_shared/contract/admin-overview.ts';
import { proofSeed, seededRandom } from '../proofs/seeded-random.ts';
import { atLength } from '../proofs/proof-length.ts';
import {
  approved,
  as,
  guest,
  newPerson,
  newProduct,
  place,
  type Placed,
  refundToday,
  settle,
  shop,
  statementColumns,
  type Transaction,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { undone } from '../undone.ts';
import { shownAndCounted, type TotalsFilter } from './totals-of-tables.ts';

const sql = openTestDatabase();

const random = seededRandom(proofSeed());
const upTo = (end: number) => Math.floor(random() * end);
const pick = <T>(values: readonly T[]): T => values[upTo(values.length)] as T;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

const admin = testPerson(sql, 'Owner', 'admin');

const wrongSums = () => sql`select * from private.wrong_sums()`;
const asOwner = <T>(work: (t: Transaction) => Promise<T>) => as(sql, admin, work);

/** The figures of days, each row counted one by one. */
async function counted(from: string, to: string) {
  const [row] = await sql<{ counted: Partial<Overview> }[]>`
    with days as (
      select ${from}::date::timestamp at time zone 'Africa/Nairobi' as begins, (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi' as ends
    ), received as (
      select t.* from public.transactions t, days where t.status = 'completed' and t.decided_at >= begins and t.decided_at < ends
    ), sold as (
      select i.product_id, sum(i.quantity) as pieces, sum(i.quantity::bigint * i.price) as sales
      from received r join public.order_items i on i.order_id = r.order_id group by 1 order by 3 desc, 1 limit 5
    )
    select jsonb_build_object(
      'stats', jsonb_build_object(
        'totalSales', (select coalesce(sum(r.amount), 0) from received r) + (
          select coalesce(round(sum(k.amount_cents) / 100), 0) from public.owner_tasks k join received r on r.order_id = k.order_id
          where k.outcome = 'rest_due'),
        'totalOrders', (select count(*) from received),
        'totalProducts', (select count(*) from public.products p, days where p.is_active and p.created_at < ends),
        'totalUsers', (select count(*) from public.users u, days where u.created_at < ends)),
      'settledSales', (
        select coalesce(sum(r.amount), 0) from received r
        where exists (select from public.statement_lines l where l.transaction_id = r.id)),
      'ordersByStatus', (
        select jsonb_object_agg(s.status, (
          select count(*) from public.orders o, days where o.status = s.status and o.created_at >= begins and o.created_at < ends))
        from unnest(array['pending', 'paid', 'completed', 'failed', 'cancelled']) s (status)),
      'topProducts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'pieces', s.pieces, 'sales', s.sales)
          order by s.sales desc, p.name, p.id), '[]')
        from sold s join public.products p on p.id = s.product_id)
    ) as counted`;
  return row?.counted as Partial<Overview>;
}

async function overview(from: string, to: string): Promise<Overview> {
  const [row] = await asOwner(
    (t) => t<{ reply: Overview }[]>`select public.stats_of_period(${from}, ${to}, 'day') as reply`,
  );
  return row?.reply as Overview;
}

describe('the stored sums', () => {
  it('match a full count after each of many random steps', async () => {
    const products = await Promise.all(
      [900, 1500, 40_000, 77, 3200, 12_000].map((price) => newProduct(sql, { price, stock: 900 })),
    );
    const orders: Placed[] = [];
    const today = Date.now();
    const someMoment = () => new Date(today - upTo(100 * 24) * 3_600_000).toISOString();
    const newOrder = async () => {
      const lines = products.filter(() => random() < 0.4);
      const items = (lines.length > 0 ? lines : products.slice(0, 1)).map(({ id, price }) => ({
        productId: id,
        quantity: 1 + upTo(4),
        price,
      }));
      const placed = await place(sql, items);
      orders.push(placed);
      return placed;
    };
    const withTask = async (outcome: string) => {
      const placed = await newOrder();
      const cents = String(placed.transaction.amount * 100 - 200);
      await settle(sql, placed.transaction.trace, approved(placed, { amountCents: cents }));
      const [task] = await sql<{ id: string }[]>`
        select id from public.owner_tasks where order_id = ${placed.order.id}`;
      const refund = outcome === 'refunded' ? refundToday() : null;
      await asOwner(
        (t) =>
          t`select public.close_owner_task(${task?.id ?? ''}, ${outcome}, 'looked at', ${t.json(refund)})`,
      );
      return placed;
    };
    const payRest = async (placed: Placed) => {
      const [row] = await sql<{ trace: string; reference: string; amount: number }[]>`
        select trace, reference, amount from private.open_transaction(${placed.order.id}, 2)`;
      if (row)
        await settle(sql, row.trace, approved({ ...placed, transaction: { ...placed.transaction, ...row } }));
    };
    const steps = {
      place: newOrder,
      pay: async () => {
        const placed = await newOrder();
        await settle(sql, placed.transaction.trace, approved(placed));
      },
      refuse: async () => {
        const placed = await newOrder();
        await settle(sql, placed.transaction.trace, { ...approved(placed), status: '255' });
      },
      cancel: async () => {
        const placed = await newOrder();
        await as(sql, shop, (t) => t`select private.cancel_order(${placed.order.id})`);
      },
      complete: async () => {
        const placed = await newOrder();
        await settle(sql, placed.transaction.trace, approved(placed));
        await asOwner((t) => t`select public.advance_order(${placed.order.id}, 'completed')`);
      },
      accept: () => withTask('accepted'),
      refund: () => withTask('refunded'),
      restDue: async () => payRest(await withTask('rest_due')),
      settleByStatement: async () => {
        const placed = await newOrder();
        const answer = approved(placed);
        await settle(sql, placed.transaction.trace, answer);
        const line = {
          ...{ line: 2, day: isoDay(today), bankIndex: answer.transactionIndex },
          amountCents: placed.transaction.amount * 100,
        };
        await asOwner(
          (t) =>
            t`select public.import_bank_statement(${randomUUID()}, 'bank.csv', ${t.json(statementColumns)}, ${t.json([line])})`,
        );
      },
      // Nothing of it stays either.
      changeLines: () =>
        undone(sql, async (t) => {
          const changes = [
            t`update public.statement_lines set fee_cents = fee_cents + 700, day = day - 40`,
            t`update public.statement_lines set transaction_id = null, amount_cents = -amount_cents where amount_cents > 0`,
            t`delete from public.statement_lines`,
          ];
          for (const change of changes) {
            expect((await change).count).toBeGreaterThan(0);
            const sums = await t`select * from private.wrong_sums() where figure like 'line %'`;
            expect([...sums], 'lines changed').toEqual([]);
          }
        }),
      // What no page does, and what only the owner of the database could.
      moveOrder: () =>
        sql`update public.orders set created_at = ${someMoment()} where id = ${pick(orders)?.order.id ?? randomUUID()}`,
      movePayment: () =>
        sql`update public.transactions set decided_at = ${someMoment()}
          where order_id = ${pick(orders)?.order.id ?? randomUUID()} and decided_at is not null`,
      moveTransaction: () =>
        sql`update public.transactions set created_at = ${someMoment()} where order_id = ${pick(orders)?.order.id ?? randomUUID()}`,
      archive: () =>
        sql`update public.products set is_active = not is_active where id = ${pick(products).id}`,
      moveProduct: () =>
        sql`update public.products set created_at = ${someMoment()} where id = ${pick(products).id}`,
      newProduct: () => newProduct(sql, { isActive: random() < 0.5 }),
      removeProduct: async () => {
        const { id } = await newProduct(sql, { stock: 0 });
        await sql`delete from public.products where id = ${id}`;
      },
      newAccount: () => newPerson(sql, 'Ada'),
      removeAccount: async () => {
        const { userId } = await newPerson(sql, 'Ada');
        await sql`delete from auth.users where id = ${userId}`;
      },
      changeItems: () =>
        sql.begin(async (t) => {
          const id = pick(orders)?.order.id ?? randomUUID();
          await t`update public.order_items set price = price + 1 where order_id = ${id}`;
          expect(await t`select * from private.wrong_sums()`, 'items changed').toEqual([]);
          await t`update public.order_items set price = price - 1 where order_id = ${id}`;
        }),
      // Nothing of it stays: the books would be wrong.
      changeTask: async () => {
        const placed = await withTask('rest_due');
        await payRest(placed);
        await undone(sql, async (t) => {
          const changes = [
            t`update public.owner_tasks set outcome = 'nothing_received' where order_id = ${placed.order.id}`,
            t`update public.owner_tasks set outcome = 'rest_due', amount_cents = 300 where order_id = ${placed.order.id}`,
            t`delete from public.owner_tasks where order_id = ${placed.order.id}`,
            t`delete from public.order_items where order_id = ${placed.order.id}`,
          ];
          for (const change of changes) {
            expect((await change).count).toBeGreaterThan(0);
            expect(await t`select * from private.wrong_sums()`, 'a task or items changed').toEqual([]);
          }
        });
      },
      keep: () => sql`select private.keep_sums(${1 + upTo(30)})`,
    };
    const statuses = [
      { order: 'pending', transaction: 'pending' },
      { order: 'completed', transaction: 'completed' },
      { order: 'cancelled', transaction: 'review' },
      { order: 'paid', transaction: 'failed' },
    ];
    const names = Object.keys(steps) as (keyof typeof steps)[];
    // Archived ones cannot be ordered.
    const onSale = () =>
      sql`update public.products set is_active = true where id = any(${products.map(({ id }) => id)})`;
    for (let n = 0; n < atLength({ short: 30, full: 600 }); n += 1) {
      const name = n < names.length ? (names[n] as keyof typeof steps) : pick(names);
      await onSale();
      await steps[name]();
      expect(await wrongSums(), name).toEqual([]);
      const to = isoDay(today + 3 * 3_600_000 - upTo(2) * upTo(40) * 86_400_000);
      const from = isoDay(Date.parse(to) - upTo(90) * 86_400_000);
      expect(await overview(from, to), `${name}, ${from} to ${to}`).toMatchObject(await counted(from, to));
      const status = random() < 0.5 ? null : pick(statuses);
      const filter = pick<TotalsFilter>([
        {},
        {},
        { min: 2000 },
        { max: 9000 },
        { hasTask: true },
        { orderId: pick(orders)?.order.id ?? randomUUID() },
      ]);
      const days =
        random() < 0.5 ? { from, to } : { from: isoDay(today - 200 * 86_400_000), to: nairobiDay() };
      const { shown, counted: rows } = (await shownAndCounted(sql, admin, status, days, filter)) ?? {};
      expect(shown, `${name}, ${JSON.stringify({ status, days, filter })}`).toEqual(rows);
    }
  });

  it('find the best products, however low they rank on each day', async () => {
    const undone = new Error('all is undone');
    const work = sql.begin(async (t) => {
      // Sums of no order, and of products that are none: what is compared is how they are added up.
      const ids = Array.from({ length: 30 }, () => randomUUID()).sort();
      for (let round = 0; round < atLength({ short: 6, full: 200 }); round += 1) {
        await t`delete from private.product_sums`;
        await t`delete from private.product_sum_changes`;
        // All alike; or each day nine others far ahead; or ten that sell on one day only, and the best never among them.
        const kind = round === 0 ? 'once' : pick(['alike', 'in turn', 'once'] as const);
        const salesOf = (place: number, day: number): number => {
          if (kind === 'alike') return 100 + upTo(3);
          if (kind === 'in turn') return (place + day * 11) % 30 < 9 ? 1000 + upTo(500) : 10 * place;
          return place < 6 ? 900 + place : 0;
        };
        const days = Array.from({ length: 50 }, (_, day) => isoDay(Date.UTC(2011, 2, 20 + day)));
        const rows = ids
          .flatMap((product_id, place) =>
            days.map((day, n) => ({ product_id, day, pieces: 1, sales: salesOf(place, n) })),
          )
          .filter(({ sales }) => sales > 0 && random() < 0.8);
        if (kind === 'once')
          for (const day of days)
            for (let n = 0; n < 10; n += 1)
              rows.push({ product_id: randomUUID(), day, pieces: 1, sales: 1000 + n });
        await t`insert into private.product_sum_changes ${t(rows)}`;
        if (round % 3 < 2) await t`select private.keep_sums(${round % 3 === 0 ? 100_000 : 800})`;
        const first = upTo(40);
        const last = first + upTo(50 - first);
        // Once within a month, so that only the lists of its days can say.
        const [from = '', to = ''] = round === 0 ? ['2011-04-02', '2011-04-28'] : [days[first], days[last]];
        const totals = new Map<string, number>();
        for (const { product_id, day, sales } of rows)
          if (day >= from && day <= to) totals.set(product_id, (totals.get(product_id) ?? 0) + sales);
        const sums = [...totals]
          .map(([id, sales]) => ({ id, sales }))
          .sort((a, b) => b.sales - a.sales || (a.id < b.id ? -1 : 1))
          .slice(0, 5);
        const best =
          await t`select product_id as id, sales::integer from private.best_products(${from}, ${to}, 5)
          order by sales desc, product_id`;
        expect([...best], `${from} to ${to}`).toEqual(sums);
      }
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });

  it('do not block: two buyers pay at the same time, while the sums are updated', async () => {
    const product = await newProduct(sql, { stock: 50 });
    const line = [{ productId: product.id, quantity: 1, price: product.price }];
    const [first, second] = [await place(sql, line), await place(sql, line)];
    const before = await overview(nairobiDay(), nairobiDay());
    const patiently = sql.begin(async (t) => {
      await t`set local lock_timeout = '5s'`;
      await t`insert into private.day_sum_changes (figure, day, amount) values ('users', '1999-01-01', 1)`;
      await t`select private.keep_sums(100000)`;
      // Not committed yet: others pay, and their changes are kept by the next run.
      await settle(sql, first.transaction.trace, approved(first));
      await settle(sql, second.transaction.trace, approved(second));
      expect((await sql`select private.keep_sums(100000) as kept`)[0]).toEqual({ kept: 0 });
      throw new Error('undone');
    });
    await expect(patiently).rejects.toThrow('undone');
    expect(await wrongSums()).toEqual([]);
    const after = await overview(nairobiDay(), nairobiDay());
    expect(after.stats.totalOrders).toBe(before.stats.totalOrders + 2);
  });

  it('that are wrong break a rule, until they are counted anew', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const placed = await place(sql, [{ productId: product.id, quantity: 2, price: product.price }]);
    await settle(sql, placed.transaction.trace, approved(placed));
    await sql`select private.keep_sums(100000)`;
    await sql`update private.product_sums set pieces = pieces + 1 where product_id = ${product.id} and is_month`;
    await sql`update private.day_sums set amount = amount + 1 where figure = 'payments'
      and day = private.nairobi_day(now())`;
    const broken = await sql<
      { broken: string; subject: string }[]
    >`select broken, subject from private.invariants`;
    expect(broken.map(({ broken }) => broken)).toEqual(Array(2).fill('a kept sum is not what is counted'));
    expect(broken.some(({ subject }) => subject.includes(product.id))).toBe(true);
    await sql`select private.recount_sums()`;
    expect(await wrongSums()).toEqual([]);
    expect(await sql`select * from private.invariants`).toEqual([]);
  });

  it.each(['private.day_sums', 'private.day_sum_changes', 'private.product_sums'])(
    '%s is for nobody to read or write',
    async (table) => {
      for (const who of [guest, admin, shop])
        for (const statement of [`select * from ${table}`, `delete from ${table}`])
          await expect(as(sql, who, (t) => t.unsafe(statement))).rejects.toMatchObject({ code: '42501' });
    },
  );
});
