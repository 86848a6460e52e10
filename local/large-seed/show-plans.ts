import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { daysOfPeriod, overviewPeriods } from '../../supabase/functions/_shared/contract/admin-overview.ts';
import { openLocalDatabase } from './local-database.ts';
import { storefrontQuestions } from './plan-questions.ts';
import { allowedPages, pagesRead } from './page-budget.ts';
import { growthOf, whatGrows } from './page-growth.ts';
import { isReadWhole, plansIn, scanLine, scansOf, summed, type PlanNode } from './query-plans.ts';

/**
 * `npm run plans`: asks what shoppers' lists and the dashboard's tables ask, in a shop filled by `npm run seed:large`, and
 * shows how Postgres found it: which index, how many rows, how many pages of 8 kB. Ends with an error when a large
 * table was read from end to end, and when a shopper's question read more than twice the pages that its answer needs.
 *
 * `npm run plans -- --compare <folder>` asks the same in a smaller shop before, and also ends with an error when a question
 * reads more than half as much again here, unless `whatGrows` says why:
 * `npm run seed:large -- --folder .shop/tenth --products 10000 --orders 100000 --people 6000` fills such a shop.
 *
 * The plans are those that ran, inside the functions too: auto_explain reports them.
 */

/** A visitor's session, for what the shop's functions ask on their behalf. */
const someSession = `insert into private.sessions (sid, sess, expire)
  select repeat('ab', 32), jsonb_build_object('userId', o.user_id), now() + interval '1 hour'
  from (select user_id from public.orders where user_id is not null and status in ('pending', 'failed') order by created_at desc limit 1) o
  on conflict (sid) do update set sess = excluded.sess, expire = excluded.expire`;

const todayInNairobi = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);

/** One of the messages in the middle of the list. */
const someMessage = `(select jsonb_build_object('at', m ->> 'createdAt', 'id', m ->> 'id')
  from jsonb_array_elements(public.list_messages('{}', 50) -> 'rows') m limit 1)`;

/**
 * What each table of the dashboard asks for: the first page, a search, the thousandth page; and what the shop's functions
 * ask for a visitor, with the secret key.
 */
const questions: readonly (readonly [name: string, question: string, role?: 'service_role'])[] = [
  ...overviewPeriods.map((period) => {
    const { from, to, step } = daysOfPeriod(period, todayInNairobi);
    return [`Overview: ${period}`, `select public.stats_of_period('${from}', '${to}', '${step}')`] as const;
  }),
  ['Figures of the shop in all', `select public.admin_stats()`],
  ['Products: first page', `select public.find_products()`],
  ['Products: search', `select public.find_products(p_search => 'battery 200ah')`],
  ['Products: page 1,000', `select public.find_products(p_offset => 49950)`],
  ['Orders: first page', `select public.list_order_page()`],
  ['Orders: search by phone', `select public.list_order_page('{"text": "0712 34"}')`],
  ['Orders: search by name', `select public.list_order_page('{"text": "wanjiku otieno"}')`],
  ['Orders: page 1,000', `select public.list_order_page(p_page => 1000)`],
  ['Orders: paid, by total', `select public.list_order_page('{"status": "paid"}', 'totalAmount')`],
  ['Transactions: first page', `select public.list_transaction_page()`],
  ['Transactions: search by name', `select public.list_transaction_page('{"text": "wanjiku otieno"}')`],
  ['Transactions: page 1,000', `select public.list_transaction_page(p_page => 1000)`],
  ['Pieces on hold', `select public.list_live_holds()`],
  ['Tasks of the owner', `select public.list_owner_tasks(20, 0)`],
  ['Alerts of the owner, with payments not settled', `select public.owner_alerts()`],
  ['Settlement', `select public.settlement_overview()`],
  [
    'A statement of a hundred lines, without and with the bank’s index',
    `select public.preview_bank_statement((
      select jsonb_agg(jsonb_build_object('line', n, 'day', private.iso_time(now())::date, 'amountCents', 100000 + n,
        'reference', 'DON-' || n, 'bankIndex', case when n > 50 then 'index ' || n end))
      from generate_series(1, 100) n))`,
  ],
  [
    'What fifty orders need to be completed',
    `select public.completion_needs(array(select id from public.orders where status = 'paid' order by created_at desc limit 50))`,
  ],
  ['Messages: first page', `select public.list_messages('{}', 50)`],
  ['Messages: search by recipient', `select public.list_messages('{"text": "wanjiku"}', 50)`],
  [
    'Messages: search by the number of an order',
    `select public.list_messages(jsonb_build_object('text', (select right(o.id::text, 8) from public.orders o order by o.created_at limit 1)), 50)`,
  ],
  ['Messages in trouble', `select public.list_messages('{"isOpen": true}', 50)`],
  ['Messages that failed', `select public.list_messages('{"states": ["failed"]}', 50)`],
  ['Messages: a later page', `select public.list_messages(jsonb_build_object('after', ${someMessage}), 50)`],
  ['One message with its text', `select public.message_detail((${someMessage} ->> 'id')::uuid)`],
  [
    'Everything about an order, its messages too',
    `select public.order_details((select order_id from public.transactions where status = 'completed' order by id limit 1))`,
  ],
  ['Open orders of a visitor', `${someSession}; select public.open_orders(repeat('ab', 32))`, 'service_role'],
  ['People: first page', `select public.find_people()`],
  ['People: search', `select public.find_people(p_search => 'achieng mutua')`],
  ['People: page 1,000', `select public.find_people(p_offset => 49950)`],
  [
    'History of a product',
    `select * from public.named_history where table_name = 'products' and row_id = (select row_id from public.history where table_name = 'products' order by id desc limit 1) order by id desc limit 21`,
  ],
  [
    'History of the rules of messages',
    `select * from public.named_history where table_name = 'message_rules' and row_id = any (array(select (r ->> 'id')::uuid from jsonb_array_elements(public.list_message_rules() -> 'rules') r)) order by id desc limit 21`,
  ],
  ['Export of orders: first thousand', `select public.export_orders()`],
];

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
  for (const [name, question, role = 'authenticated'] of questions)
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

function pagesOf(
  answers: ReadonlyMap<string, readonly PlanNode[]>,
  largeTables: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([...answers].map(([name, plans]) => [name, pagesRead(plans, largeTables)]));
}

/** @returns how many questions read too much more in the larger shop */
function showGrowth(smaller: ReadonlyMap<string, number>, larger: ReadonlyMap<string, number>): number {
  const growths = growthOf(smaller, larger, whatGrows);
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
