import postgres from 'postgres';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

let database: postgres.Sql | undefined;

/** Reads the shop's database directly, whatever the pages show. */
export function db(): postgres.Sql {
  database ??= postgres(stackUnderTest().addresses.postgres, { max: 2, onnotice: () => {} });
  return database;
}

/** To be called by the caller that opened it: otherwise the process does not end. */
export async function closeDatabase(): Promise<void> {
  await database?.end();
  database = undefined;
}
