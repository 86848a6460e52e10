import postgres from 'postgres';
import type { StackDescription } from '../../local/stack/stack-description.ts';

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

/** The running shop that the journeys and the screenshots look at. */
export function stackUnderTest(): StackDescription {
  const description = process.env.SHOP_STACK;
  if (!description) throw new Error('Journeys need the shop running: type npm test -- browser.');
  return JSON.parse(description) as StackDescription;
}
