import postgres from 'postgres';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

let database: postgres.Sql | undefined;

/** What is true in the shop's database, whatever the pages say. */
export function db(): postgres.Sql {
  database ??= postgres(stackUnderTest().addresses.postgres, { max: 2, onnotice: () => {} });
  return database;
}

/** For whoever opened it; without it the process does not end. */
export async function closeDatabase(): Promise<void> {
  await database?.end();
  database = undefined;
}
