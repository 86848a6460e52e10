import { showHelp } from '../stack/command-arguments.ts';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { inShopDatabase } from '../stack/shop-location.ts';

showHelp('npm run seed:large [-- --orders 200000 --products 100000]   fills the shop on this machine');

/**
 * `npm run seed:large`: fills the shop on this machine with 100,000 products, 200,000 orders and all that belongs to
 * them, the same for the same seed (times are relative to now). It is one transaction. The orders are those of four years,
 * and more orders of more years.
 *
 * It inserts rows in bulk with triggers off (`session_replication_role = replica`). What the triggers would have
 * written, the history and the stock movements, is written by history.sql and stock.sql instead, and proof.sql and
 * private.invariants check the result before it is committed. A trigger that fills a column must be declared
 * `enable always` to run here.
 */
const steps = {
  'randomness.sql': 'Random values',
  'people.sql': 'Accounts',
  'products.sql': 'Products chosen',
  'orders.sql': 'Orders and their items',
  'transactions.sql': 'Transactions, bank replies, tasks',
  'statements.sql': 'Bank statements',
  'stock.sql': 'Products, holds and stock movements',
  'history.sql': 'History',
  'messages.sql': 'Messages',
};

/** As many as a shop of this size may place, so that a larger one is an older one. */
const ordersPerYear = 50_000;

const startedAt = performance.now();
const logStep = (text: string) =>
  console.log(`  ✓ ${text} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      products: { type: 'string', default: '100000' },
      orders: { type: 'string', default: '200000' },
      people: { type: 'string', default: '60000' },
    },
  });
  const numbers = { ...values, years: String(Math.ceil(Number(values.orders) / ordersPerYear)) };
  console.log('Filling the shop takes two to five minutes; npm run reset deletes it again.');
  await inShopDatabase({ ...process.env, DATABASE_URL: undefined }, async (sql) => {
    await refuseRemote(sql);
    await fill(sql, numbers);
  });
  logStep('Done');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The address could be that of a tunnel. */
async function refuseRemote(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ address: string }[]>`select host(inet_server_addr()) as address`;
  if (row?.address !== '127.0.0.1')
    throw new Error('This database is not on 127.0.0.1; nothing was changed.');
}

async function fill(sql: postgres.Sql, numbers: Record<string, string>): Promise<void> {
  await sql.begin(async (transaction) => {
    for (const [name, value] of Object.entries(numbers)) {
      if (!/^[1-9]\d{0,6}$/.test(value))
        throw new Error(`--${name} ${value} is not a number from 1 to 9999999.`);
      await transaction`select set_config(${`large_seed.${name}`}, ${value}, true)`;
    }
    const [row] = await transaction<
      { isFull: boolean }[]
    >`select (select count(*) from public.orders) > 5000 or exists (
        -- Filled before, with few orders: the same again, or what has the same names, is no second shop.
        select 1 from public.products p where p.description like ${'% for work in the field and on the roof. %'}
      ) as "isFull"`;
    if (row?.isFull)
      throw new Error('This shop is filled already, and nothing was changed: type npm run reset first.');

    await transaction`set local session_replication_role = replica`;
    await transaction`set local work_mem = '256MB'`;
    await transaction`set local jit = off`;
    for (const [file, label] of Object.entries(steps)) {
      await transaction.unsafe(sqlFile(file));
      logStep(label);
    }
    await transaction`analyze`;
    const broken = await transaction.unsafe<{ sentence: string }[]>(sqlFile('proof.sql'));
    if (broken.length > 0) {
      throw new Error(
        `Rolled back, because this does not hold: ${broken.map(({ sentence }) => sentence).join('; ')}`,
      );
    }
    logStep('Checked: no invariant is broken');
  });
  // Also sets the visibility map, which index-only scans need.
  await sql`vacuum (analyze)`;
  logStep('Vacuumed and analysed');
}

function sqlFile(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
}
