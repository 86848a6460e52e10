import postgres from 'postgres';
import { stackUnderTest } from './stack-under-test.ts';

/** More than these are closed at the end of a file: queries take turns on all of them, and each would have to warm up. */
const mostKept = 8;
const mostKeptForTransactions = 2;

const name = 'tests';

let shared: postgres.Sql | undefined;

/** Each of one connection, the first of which is busy most. */
let forTransactions: { sql: postgres.Sql; isBusy: boolean }[] = [];

/**
 * The database of this stack, over connections that all files of a worker share: on a new one Postgres compiles every
 * function again and plans each statement six times, which takes longer than most tests. So transactions, in which tests
 * act as somebody, run on the same connection one after the other; those at the same time have one each.
 */
export function databaseUnderTest(): postgres.Sql {
  if (shared) return shared;
  const pool = connect(40);
  const begin = pool.begin.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.begin = ((...args: unknown[]) => beginOnFirstFree(args) ?? begin(...args)) as postgres.Sql['begin'];
  shared = pool;
  return pool;
}

/** Null when as many transactions run already as there may be connections for them. */
function beginOnFirstFree(args: unknown[]): Promise<unknown> | null {
  let free = forTransactions.find(({ isBusy }) => !isBusy);
  if (!free) {
    if (forTransactions.length === 40) return null;
    free = { sql: connect(1), isBusy: false };
    forTransactions.push(free);
  }
  const used = free;
  used.isBusy = true;
  const begin = used.sql.begin.bind(used.sql) as (...some: unknown[]) => Promise<unknown>;
  return begin(...args).finally(() => (used.isBusy = false));
}

function connect(max: number): postgres.Sql {
  return postgres(stackUnderTest().addresses.postgres, {
    max,
    onnotice: () => {},
    connection: { application_name: name },
  });
}

/** Called at the end of each file: closes the connections if it opened many. */
export async function endManyConnections(): Promise<void> {
  const many = forTransactions.slice(mostKeptForTransactions);
  forTransactions = forTransactions.slice(0, mostKeptForTransactions);
  await Promise.all(many.map(({ sql }) => sql.end()));
  const sql = databaseUnderTest();
  const open = await sql`select 1 from pg_stat_activity where application_name = ${name}`;
  if (open.length <= mostKept) return;
  shared = undefined;
  await sql.end();
}
