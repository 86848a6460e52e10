import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { dashboardQuestions } from './dashboard-questions.ts';
import { diskPerOrder, tablesOfOrders } from './disk-per-order.ts';
import { openLocalDatabase } from './local-database.ts';
import { storefrontQuestions } from './plan-questions.ts';
import { allowedPages, pagesRead } from './page-budget.ts';
import { growthOf } from './page-growth.ts';
import { isReadWhole, plansIn, scanLine, scansOf, summed, type PlanNode } from './query-plans.ts';

/**
 * `npm run plans`: asks what shoppers' lists and the dashboard's tables ask, in a shop filled by `npm run seed:large`, and
 * shows how Postgres found it: which index, how many rows, how many pages of 8 kB. Ends with an error when a large
 * table was read from end to end, when a shopper's question read more than twice the pages that its answer needs, and
 * when an order takes too much of the disk.
 *
 * `npm run plans -- --compare <folder>` asks the same in a smaller shop before, and also ends with an error when a question
 * reads more than half as much again here, unless it says why, and how much more, it may (`grows`):
 * `npm run seed:large -- --folder .shop/tenth --products 10000 --orders 100000 --people 6000` fills such a shop.
 *
 * The plans are those that ran, inside the functions too: auto_explain reports them.
 */

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: process.env.SHOP_FOLDER ?? '.shop' },
      compare: { type: 'string' },
    },
  });
  const smaller = values.compare === undefined ? null : await inShop(values.compare, answersOf);
  await inShop(values.folder, async (sql, notices) => {
    const answers = await answersOf(sql, notices);
    const largeTables = await tablesOf(sql, 1000);
    let wrong = await showPlans(sql, answers, largeTables);
    wrong += await showDisk(sql);
    if (smaller) wrong += showGrowth(pagesOf(smaller, largeTables), pagesOf(answers, largeTables));
    if (wrong > 0) process.exitCode = 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function inShop<T>(
  folder: string,
  act: (sql: postgres.Sql, notices: string[]) => Promise<T>,
): Promise<T> {
  const notices: string[] = [];
  const { sql, close } = await openLocalDatabase(
    folder,
    () => {},
    (message) => notices.push(message),
  );
  try {
    return await act(sql, notices);
  } finally {
    await close();
  }
}

/** The plans of every question, by its name. */
async function answersOf(sql: postgres.Sql, notices: string[]): Promise<Map<string, PlanNode[]>> {
  const [admin] = await sql<{ id: string }[]>`select id from public.users where role = 'admin' limit 1`;
  if (!admin)
    throw new Error('Nobody in this shop is an admin: type npm run reset, then npm run seed:large.');
  if (!(await tablesOf(sql, 1000)).has('orders'))
    throw new Error('This shop is too small to judge: type npm run seed:large first.');
  await sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice`);
  const answers = new Map<string, PlanNode[]>();
  for (const [name, question] of storefrontQuestions)
    answers.set(name, await plansFor(sql, { userId: '', role: 'anon' }, question, notices));
  for (const [name, question, { role = 'authenticated' } = {}] of dashboardQuestions)
    answers.set(name, await plansFor(sql, { userId: admin.id, role }, question, notices));
  await sql.unsafe('set auto_explain.log_min_duration = -1');
  return answers;
}

/** @returns how many large tables were read whole, and how many shoppers' questions read too many pages */
async function showPlans(
  sql: postgres.Sql,
  answers: ReadonlyMap<string, readonly PlanNode[]>,
  largeTables: ReadonlyMap<string, number>,
): Promise<number> {
  let wholeReads = 0;
  let longReads = 0;
  const needsOf = new Map(storefrontQuestions.map(([name, , needs]) => [name, needs]));
  for (const [name, plans] of answers) {
    console.log(`\n${name}`);
    for (const scan of summed(plans.flatMap(scansOf))) {
      const tableRows = largeTables.get(scan.table);
      const isWrong = tableRows !== undefined && isReadWhole(scan, tableRows);
      if (isWrong) wholeReads += 1;
      console.log(`  ${isWrong ? '✗' : ' '} ${scanLine(scan)}`);
    }
    const pages = pagesRead(plans, largeTables);
    const needs = needsOf.get(name);
    if (!needs) {
      console.log(`    ${pages} pages in all`);
      continue;
    }
    const [row] = await sql.unsafe<{ entries: number }[]>(`select ${needs.entries ?? 0} as entries`);
    const allowed = allowedPages(needs, Number(row?.entries));
    if (pages > allowed) longReads += 1;
    console.log(`  ${pages > allowed ? '✗' : ' '} ${pages} pages in all, of ${allowed} at most`);
  }
  console.log(
    wholeReads === 0
      ? '\nNo large table was read from end to end.'
      : `\n${wholeReads} times a large table was read from end to end.`,
  );
  console.log(
    longReads === 0
      ? 'No question of a shopper read more than twice the pages that its answer needs.'
      : `${longReads} questions of shoppers read more than twice the pages that their answers need.`,
  );
  return wholeReads + longReads;
}

/** @returns whether an order takes too much, as a number */
async function showDisk(sql: postgres.Sql): Promise<number> {
  const sizes = await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_total_relation_size(c.oid)::float as bytes from pg_class c
    where c.oid = any (${[...tablesOfOrders]}::regclass[])`;
  const [counted] = await sql<{ orders: number; products: number }[]>`
    select (select count(*) from public.orders)::integer as orders, (select count(*) from public.products)::integer as products`;
  const { lines, isTooMuch } = diskPerOrder(sizes, counted ?? { orders: 0, products: 0 });
  console.log(`\nOn the disk for each order\n${lines.join('\n')}`);
  return isTooMuch ? 1 : 0;
}

function pagesOf(
  answers: ReadonlyMap<string, readonly PlanNode[]>,
  largeTables: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([...answers].map(([name, plans]) => [name, pagesRead(plans, largeTables)]));
}

/** @returns how many questions read too much more in the larger shop */
function showGrowth(smaller: ReadonlyMap<string, number>, larger: ReadonlyMap<string, number>): number {
  const reasons = new Map(
    [...storefrontQuestions, ...dashboardQuestions].map(([name, , { grows } = {}]) => [name, grows]),
  );
  const growths = growthOf(smaller, larger, reasons);
  console.log('\nPages in the smaller shop and in this one');
  for (const { name, from, to, isTooMuch, reason } of growths)
    console.log(
      `  ${isTooMuch ? '✗' : ' '} ${name}: ${from} and ${to}, ${(to / Math.max(from, 1)).toFixed(2)} times${reason ? `; ${reason}` : ''}`,
    );
  const wrong = growths.filter(({ isTooMuch }) => isTooMuch).length;
  console.log(
    wrong === 0
      ? 'No question reads more as the shop grows, but for those with a reason.'
      : `${wrong} questions read more as the shop grows.`,
  );
  return wrong;
}

/** Asked twice: the second answer finds its pages in memory, as those of a shop in use. */
async function plansFor(
  sql: postgres.Sql,
  { userId, role }: { userId: string; role: string },
  question: string,
  notices: string[],
): Promise<PlanNode[]> {
  const claims = JSON.stringify({ sub: userId, role });
  for (const _ of [1, 2]) {
    notices.length = 0;
    await sql.begin(async (transaction) => {
      await transaction`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${userId}, true)`;
      notices.length = 0;
      await transaction.unsafe(question);
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
