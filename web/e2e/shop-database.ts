import postgres from 'postgres';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

let database: postgres.Sql | undefined;

/** Direct access to the shop's database. */
export function db(): postgres.Sql {
  database ??= postgres(stackUnderTest().addresses.postgres, { max: 2, onnotice: () => {} });
  return database;
}

/** Must be called, or the process does not end. */
export async function closeDatabase(): Promise<void> {
  await database?.end();
  database = undefined;
}
