import postgres from 'postgres';
import { stackUnderTest } from './stack-under-test.ts';

/** More than these are closed at the end of a file: queries take turns on all of them, and each would have to warm up. */
const mostKept = 8;

const name = 'tests';

let shared: postgres.Sql | undefined;

/**
 * The database of this stack, over connections that all files of a worker share: on a new one Postgres compiles every
 * function again, which takes longer than most tests.
 */
export function databaseUnderTest(): postgres.Sql {
  shared ??= postgres(stackUnderTest().addresses.postgres, {
    max: 60,
    onnotice: () => {},
    connection: { application_name: name },
  });
  return shared;
}

/** Called at the end of each file: closes the connections if it opened many. */
export async function endManyConnections(): Promise<void> {
  const sql = databaseUnderTest();
  const open = await sql`select 1 from pg_stat_activity where application_name = ${name}`;
  if (open.length <= mostKept) return;
  shared = undefined;
  await sql.end();
}
