import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { newPerson, openDatabase, type Sql } from './shop-cast.ts';

/** The database, open until the last test of a file has ended: called once, at the top of the file. */
export function openTestDatabase(): Sql {
  const sql = openDatabase();
  afterAll(() => sql.end());
  return sql;
}

/** After each test of a file or a group nothing contradicts the rules on money and stock. */
export function checkRulesAfterEach(sql: Sql): void {
  afterEach(async () => {
    expect(await sql`select * from private.invariants`).toEqual([]);
  });
}

/** Somebody who has an account before the first test of a file; nobody until then. Called at the top of the file. */
export function testPerson(...who: Parameters<typeof newPerson>): Awaited<ReturnType<typeof newPerson>> {
  const person = {} as Awaited<ReturnType<typeof newPerson>>;
  beforeAll(async () => {
    Object.assign(person, await newPerson(...who));
  });
  return person;
}
