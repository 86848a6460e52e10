import { afterAll, afterEach, expect } from 'vitest';
import { openDatabase, type Sql } from './shop-cast.ts';

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
