import { afterEach, beforeAll, expect } from 'vitest';
import { databaseUnderTest } from '../../local/testing/database-under-test.ts';
import { newPerson, type Sql } from './shop-cast.ts';

/** The database: called once, at the top of a file. */
export function openTestDatabase(): Sql {
  return databaseUnderTest();
}

/** After each test of a file or a group nothing contradicts the rules on money and stock. */
export function checkRulesAfterEach(sql: Sql): void {
  afterEach(async () => {
    // In a transaction: on the connection that has its plan.
    expect(await sql.begin((t) => t`select * from private.invariants`)).toEqual([]);
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
