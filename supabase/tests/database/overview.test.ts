import { describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { AdminStats } from '../../functions/_shared/contract/admin.ts';
import type {
  Overview,
  OwnerAlerts,
  WaitingCounts,
} from '../../functions/_shared/contract/admin-overview.ts';
import { moveTo, paidAt, soldAt } from '../paid-at.ts';
import {
  approved,
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  place,
  bankDecides,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');

const stats = async (from: string, to: string, step: string, who: Character = admin) => {
  const [row] = await as(
    sql,
    who,
    (t) => t<{ reply: Overview }[]>`select public.stats_of_period(${from}, ${to}, ${step}) as reply`,
  );
  return row?.reply as Overview;
};
const needs = async (who: Character = admin) => {
  const [row] = await as(sql, who, (t) => t<{ reply: OwnerAlerts }[]>`select public.owner_alerts() as reply`);
  return row?.reply as OwnerAlerts;
};

describe('the figures of a period', () => {
  it('begin and end at midnight in Nairobi', async () => {
    await soldAt(sql, '2003-06-09T20:59:59.999Z', 1000);
    await soldAt(sql, '2003-06-09T21:00:00Z', 2000);
    await soldAt(sql, '2003-06-10T20:59:59Z', 4000);
    await soldAt(sql, '2003-06-10T21:00:00Z', 8000);
    const day = await stats('2003-06-10', '2003-06-10', 'hour');
    expect(day.stats).toMatchObject({ totalSales: 6000, totalOrders: 2 });
    expect(day.before).toMatchObject({ totalSales: 1000, totalOrders: 1 });
    expect(day).toMatchObject({ beforeFrom: '2003-06-09', beforeTo: '2003-06-09' });
    expect(day.sales).toHaveLength(24);
    expect(day.sales.filter((hour) => hour.orders > 0)).toEqual([
      { at: '2003-06-10T00', netCents: 200_000, orders: 1 },
      { at: '2003-06-10T23', netCents: 400_000, orders: 1 },
    ]);
    const days = await stats('2003-06-09', '2003-06-11', 'day');
    expect(days.sales).toEqual([
      { at: '2003-06-09', netCents: 100_000, orders: 1 },
      { at: '2003-06-10', netCents: 600_000, orders: 2 },
      { at: '2003-06-11', netCents: 800_000, orders: 1 },
    ]);
    expect(days).toMatchObject({
      beforeFrom: '2003-06-06',
      beforeTo: '2003-06-08',
      before: { totalSales: 0 },
    });
  });

  it('are of all time in admin_stats', async () => {
    const allTime = async () => {
      const [row] = await as(
        sql,
        admin,
        (t) => t<{ stats: AdminStats }[]>`select public.admin_stats() as stats`,
      );
      return row?.stats as AdminStats;
    };
    const before = await allTime();
    await soldAt(sql, '2002-06-09T12:00:00Z', 1000);
    expect(await allTime()).toMatchObject({
      totalSales: before.totalSales + 1000,
      totalOrders: before.totalOrders + 1,
    });
  });

  it('are whole months of the calendar when they are shown by the month', async () => {
    await soldAt(sql, '2004-01-31T20:59:59Z', 100);
    await soldAt(sql, '2004-01-31T21:00:00Z', 300);
    await soldAt(sql, '2003-02-20T09:00:00Z', 7000);
    const year = await stats('2004-01-01', '2004-12-31', 'month');
    expect(year.sales).toHaveLength(12);
    expect(year.sales.slice(0, 2)).toEqual([
      { at: '2004-01-01', netCents: 10_000, orders: 1 },
      { at: '2004-02-01', netCents: 30_000, orders: 1 },
    ]);
    expect(year).toMatchObject({ beforeFrom: '2003-01-01', beforeTo: '2003-12-31' });
    expect(year.before.totalSales).toBeGreaterThanOrEqual(7000);
    // Eleven months and a part of one are compared with the same of the year before.
    expect(await stats('2004-01-01', '2004-12-10', 'month')).toMatchObject({
      beforeFrom: '2003-01-01',
      beforeTo: '2003-12-10',
    });
  });

  it('compare today with yesterday until the same time', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
    const today = nairobiDay();
    const before = await stats(today, today, 'hour');
    await soldAt(sql, hours(-24.01), 500);
    await soldAt(sql, hours(-23.9), 900);
    const after = await stats(today, today, 'hour');
    const midnight = Date.parse(`${today}T00:00:00+03:00`);
    const counted = Date.now() - 24.01 * 3_600_000 >= midnight - 86_400_000 ? 500 : 0;
    expect(after.before.totalSales - before.before.totalSales).toBe(counted);
    expect(after.sales.at(-1)?.at.slice(0, 10)).toBe(today);
  });

  it('count money received, not orders placed', async () => {
    const product = await newProduct(sql, { price: 3000, stock: 50 });
    const line = [{ productId: product.id, quantity: 2, price: 3000 }];
    await paidAt(sql, '2005-03-01T09:00:00Z', line);
    const refused = await place(sql, line);
    await bankDecides(sql, refused.transaction.trace, { ...approved(refused), status: '255' });
    await moveTo(sql, refused.order.id, '2005-03-01T10:00:00Z');
    await moveTo(sql, (await place(sql, line)).order.id, '2005-03-01T11:00:00Z');
    const day = await stats('2005-03-01', '2005-03-01', 'day');
    expect(day.stats).toMatchObject({ totalSales: 6000, totalOrders: 1 });
    expect(day.topProducts).toEqual([{ id: product.id, name: product.name, pieces: 2, sales: 6000 }]);
  });

  it('name the five products that brought in the most', async () => {
    const products = [];
    for (const price of [1000, 6000, 2000, 5000, 3000, 4000]) {
      const product = await newProduct(sql, { price, stock: 50, name: `For ${price}` });
      await paidAt(sql, '2006-05-05T09:00:00Z', [{ productId: product.id, quantity: 1, price }]);
      products.push(product);
    }
    await paidAt(sql, '2006-05-06T09:00:00Z', [
      { productId: products[0]?.id ?? '', quantity: 9, price: 1000 },
    ]);
    const { topProducts } = await stats('2006-05-01', '2006-05-31', 'day');
    expect(topProducts.map(({ name, sales }) => [name, sales])).toEqual([
      ['For 1000', 10_000],
      ['For 6000', 6000],
      ['For 5000', 5000],
      ['For 4000', 4000],
      ['For 3000', 3000],
    ]);
  });

  it('know what is on sale and who has an account, now and before', async () => {
    const tomorrow = addDays(nairobiDay(), 1);
    const { stats: now } = await stats('2001-01-01', '2003-01-01', 'day');
    expect(now).toMatchObject({ totalUsers: 0 });
    const [row] =
      await sql`select (select count(*)::integer from public.products where is_active) as products,
      (select count(*)::integer from public.users) as users`;
    expect((await stats(tomorrow, tomorrow, 'day')).stats).toMatchObject({
      totalProducts: row?.products as number,
      totalUsers: row?.users as number,
    });
  });

  it('are for admins; what is no period is refused', async () => {
    const ada = await newPerson(sql, 'Ada');
    await expect(stats('2003-06-10', '2003-06-10', 'day', ada)).rejects.toMatchObject({ code: 'PT403' });
    await expect(stats('2003-06-10', '2003-06-10', 'day', guest)).rejects.toMatchObject({ code: '42501' });
    for (const [from, to, step] of [
      ['2003-06-10', '2003-06-09', 'day'],
      ['2001-01-01', '2006-01-01', 'day'],
      ['2003-06-10', '2003-06-10', 'second'],
    ] as const)
      await expect(stats(from, to, step)).rejects.toMatchObject({ code: 'PT400' });
  });
});

describe('what needs the owner', () => {
  it('is money that does not fit, paid orders to send, orders pending for a day, and empty shelves', async () => {
    const before = await needs();
    const product = await newProduct(sql, { stock: 19 });
    const line = [{ productId: product.id, quantity: 1, price: product.price }];
    const wrong = await place(sql, line);
    await bankDecides(sql, wrong.transaction.trace, approved(wrong, { amountCents: '5' }));
    const [paid, sent] = [await place(sql, line), await place(sql, line)];
    for (const one of [paid, sent]) await bankDecides(sql, one.transaction.trace, approved(one));
    await as(sql, admin, (t) => t`select public.advance_order(${sent.order.id}, 'completed')`);
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
    await moveTo(sql, (await place(sql, line)).order.id, hours(-24.1));
    await moveTo(sql, (await place(sql, line)).order.id, hours(-23.9));
    for (const stock of [0, 1, 5, 6]) await newProduct(sql, { stock });
    await newProduct(sql, { stock: 0, isActive: false });
    expect(await needs()).toMatchObject({
      openTasks: before.openTasks + 1,
      toSend: before.toSend + 1,
      pendingTooLong: before.pendingTooLong + 1,
      outOfStock: before.outOfStock + 1,
      runningOut: before.runningOut + 2,
    });
    expect((await needs()).oldestTask).not.toBeNull();
  });

  it('is shown to admins alone', async () => {
    await expect(needs(await newPerson(sql, 'Ada'))).rejects.toMatchObject({ code: 'PT403' });
    await expect(needs(guest)).rejects.toMatchObject({ code: '42501' });
  });

  it('is counted for the menu, for each role what it may look at', async () => {
    const counts = async (who: Character) => {
      const [row] = await as(
        sql,
        who,
        (t) => t<{ reply: WaitingCounts }[]>`select public.waiting_counts() as reply`,
      );
      return row?.reply as WaitingCounts;
    };
    const { toSend, openTasks, withoutOrder, openLines, messagesInTrouble } = await needs();
    const all = {
      orders: toSend,
      transactions: openTasks + withoutOrder.count,
      statements: openLines.count,
      messages: messagesInTrouble,
    };
    expect(await counts(admin)).toEqual(all);
    const packer = await newPerson(sql, 'Packer', 'warehouse');
    expect(await counts(packer)).toEqual({ ...all, transactions: null, statements: null, messages: null });
    await expect(counts(await newPerson(sql, 'Ada'))).rejects.toMatchObject({ code: 'PT403' });
  });
});

it('the bank is not queried any more once the job has been silent for five minutes, as Health says', async () => {
  const silentFor = (minutes: number) => sql`insert into private.heartbeats (job, at)
    values ('reconcile', now() - make_interval(mins => ${minutes})) on conflict (job) do update set at = excluded.at`;
  await silentFor(4);
  expect((await needs()).bankChecksStoppedAt).toBeNull();
  await silentFor(6);
  const [health] = await sql<
    { since: string }[]
  >`select private.check_component('reconcile') ->> 'since' as since`;
  expect((await needs()).bankChecksStoppedAt).toBe(health?.since);
  expect(health?.since).not.toBeNull();
  await silentFor(0);
});
