import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { dashboardQueries } from './dashboard-queries.ts';
import { diskPerOrder, tablesOfOrders } from './disk-per-order.ts';
import { openLocalDatabase } from '../stack/shop-database.ts';
import { storefrontQueries } from './storefront-queries.ts';
import { allowedPages, pagesRead } from './page-budget.ts';
import { growthOf } from './page-growth.ts';
import { isFullScan, plansIn, scanLine, scansOf, summed, type PlanNode } from './query-plans.ts';

/**
 * `npm run plans`: runs the queries of shoppers' lists and the dashboard's tables in a shop filled by `npm run seed:large`,
 * and shows how Postgres executed them: which index, how many rows, how many pages of 8 kB. Fails when a large table was
 * read in full, when a shopper's query read more than twice the pages that it needs, and when an order takes too much
 * disk space.
 *
 * `npm run plans -- --compare <folder>` first runs the same queries in a smaller shop, and also fails when a query reads
 * more than half as much again here, unless it has an `allowedGrowth`:
 * `npm run seed:large -- --folder .shop/tenth --products 10000 --orders 100000 --people 6000` fills such a shop. Both must
 * place as many orders a year: what waits to be done grows with the business, not with the past.
 *
 * auto_explain reports the plans that ran, including those inside functions.
 */

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: process.env.SHOP_FOLDER ?? '.shop' },
      compare: { type: 'string' },
    },
  });
  const smaller = values.compare === undefined ? null : await withShop(values.compare, collectPlans);
  await withShop(values.folder, async (sql, notices) => {
    const plansByQuery = await collectPlans(sql, notices);
    const largeTables = await tablesOf(sql, 1000);
    let failures = await showPlans(sql, plansByQuery, largeTables);
    failures += await showDisk(sql);
    if (smaller) failures += showGrowth(pagesOf(smaller, largeTables), pagesOf(plansByQuery, largeTables));
    if (failures > 0) process.exitCode = 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function withShop<T>(
  folder: string,
  work: (sql: postgres.Sql, notices: string[]) => Promise<T>,
): Promise<T> {
  const notices: string[] = [];
  const { sql, close } = await openLocalDatabase(
    folder,
    () => {},
    (message) => notices.push(message),
  );
  try {
    return await work(sql, notices);
  } finally {
    await close();
  }
}

/** The plans of every query, by its name. */
async function collectPlans(sql: postgres.Sql, notices: string[]): Promise<Map<string, PlanNode[]>> {
  const [admin] = await sql<{ id: string }[]>`select id from public.users where role = 'admin' limit 1`;
  if (!admin)
    throw new Error('Nobody in this shop is an admin: type npm run reset, then npm run seed:large.');
  if (!(await tablesOf(sql, 1000)).has('orders'))
    throw new Error('This shop is too small: type npm run seed:large first.');
  await sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice`);
  const plansByQuery = new Map<string, PlanNode[]>();
  for (const [name, query] of storefrontQueries)
    plansByQuery.set(name, await plansFor(sql, { userId: '', role: 'anon' }, query, notices));
  for (const [name, query, { role = 'authenticated' } = {}] of dashboardQueries)
    plansByQuery.set(name, await plansFor(sql, { userId: admin.id, role }, query, notices));
  await sql.unsafe('set auto_explain.log_min_duration = -1');
  return plansByQuery;
}

/** @returns the number of full scans of large tables and of shoppers' queries that read too many pages */
async function showPlans(
  sql: postgres.Sql,
  plansByQuery: ReadonlyMap<string, readonly PlanNode[]>,
  largeTables: ReadonlyMap<string, number>,
): Promise<number> {
  let fullScans = 0;
  let overBudget = 0;
  const needsOf = new Map(storefrontQueries.map(([name, , needs]) => [name, needs]));
  for (const [name, plans] of plansByQuery) {
    console.log(`\n${name}`);
    for (const scan of summed(plans.flatMap(scansOf))) {
      const tableRows = largeTables.get(scan.table);
      const isFull = tableRows !== undefined && isFullScan(scan, tableRows);
      if (isFull) fullScans += 1;
      console.log(`  ${isFull ? '✗' : ' '} ${scanLine(scan)}`);
    }
    const pages = pagesRead(plans, largeTables);
    const needs = needsOf.get(name);
    if (!needs) {
      console.log(`    ${pages} pages in all`);
      continue;
    }
    const [row] = await sql.unsafe<{ entries: number }[]>(`select ${needs.entries ?? 0} as entries`);
    const allowed = allowedPages(needs, Number(row?.entries));
    if (pages > allowed) overBudget += 1;
    console.log(`  ${pages > allowed ? '✗' : ' '} ${pages} pages in all, of ${allowed} at most`);
  }
  console.log(
    fullScans === 0 ? '\nNo large table was read in full.' : `\n${fullScans} full scans of large tables.`,
  );
  console.log(
    overBudget === 0
      ? 'No shopper’s query read more than twice the pages that it needs.'
      : `${overBudget} shoppers’ queries read more than twice the pages that they need.`,
  );
  return fullScans + overBudget;
}

/** @returns 1 when an order takes too much disk space, else 0 */
async function showDisk(sql: postgres.Sql): Promise<number> {
  const sizes = await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_total_relation_size(c.oid)::float as bytes from pg_class c
    where c.oid = any (${[...tablesOfOrders]}::regclass[])`;
  const [counted] = await sql<{ orders: number; products: number }[]>`
    select (select count(*) from public.orders)::integer as orders, (select count(*) from public.products)::integer as products`;
  const { lines, isTooMuch } = diskPerOrder(sizes, counted ?? { orders: 0, products: 0 });
  console.log(`\nDisk space per order\n${lines.join('\n')}`);
  return isTooMuch ? 1 : 0;
}

function pagesOf(
  plansByQuery: ReadonlyMap<string, readonly PlanNode[]>,
  largeTables: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([...plansByQuery].map(([name, plans]) => [name, pagesRead(plans, largeTables)]));
}

/** @returns how many queries read too much more in the larger shop */
function showGrowth(smaller: ReadonlyMap<string, number>, larger: ReadonlyMap<string, number>): number {
  const allowed = new Map(
    [...storefrontQueries, ...dashboardQueries].map(([name, , { allowedGrowth } = {}]) => [
      name,
      allowedGrowth,
    ]),
  );
  const growths = growthOf(smaller, larger, allowed);
  console.log('\nPages in the smaller shop and in this one');
  for (const { name, from, to, isTooMuch, reason } of growths)
    console.log(
      `  ${isTooMuch ? '✗' : ' '} ${name}: ${from} and ${to}, ${(to / Math.max(from, 1)).toFixed(2)} times${reason ? `; ${reason}` : ''}`,
    );
  const failures = growths.filter(({ isTooMuch }) => isTooMuch).length;
  console.log(
    failures === 0
      ? 'No query reads more as the shop grows, except those with a reason.'
      : `${failures} queries read more as the shop grows.`,
  );
  return failures;
}

/**
 * Runs the query seven times: its pages are then in memory, as in a shop in use, and Postgres has chosen the lasting plans
 * of the functions' statements, which it does at the sixth.
 */
async function plansFor(
  sql: postgres.Sql,
  { userId, role }: { userId: string; role: string },
  query: string,
  notices: string[],
): Promise<PlanNode[]> {
  const claims = JSON.stringify({ sub: userId, role });
  for (let run = 1; run <= 7; run++) {
    notices.length = 0;
    await sql.begin(async (transaction) => {
      await transaction`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${userId}, true)`;
      notices.length = 0;
      await transaction.unsafe(query);
    });
  }
  return plansIn(notices);
}

async function tablesOf(sql: postgres.Sql, rows: number): Promise<Map<string, number>> {
  const found = await sql<{ name: string; rows: number }[]>`
    select c.relname as name, c.reltuples::float as rows from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'private') and c.reltuples > ${rows}`;
  return new Map(found.map(({ name, rows }) => [name, rows]));
}
