import { afterAll, expect } from 'vitest';
import { databaseUnderTest, endManyConnections } from './database-under-test.ts';

/** A test file that breaks an invariant fails itself; otherwise the next file on its stack would fail. */
afterAll(async () => {
  const sql = databaseUnderTest();
  const broken = await sql.begin((t) => t`select * from private.invariants`);
  expect(broken, 'invariants broken by this file').toEqual([]);
  await endManyConnections();
});
