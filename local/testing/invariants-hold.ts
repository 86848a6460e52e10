import postgres from 'postgres';
import { afterAll, expect } from 'vitest';
import { stackUnderTest } from './stack-under-test.ts';

/** A test file that breaks an invariant fails itself; otherwise the next file on its stack would fail. */
afterAll(async () => {
  const sql = postgres(stackUnderTest().addresses.postgres, { max: 1, onnotice: () => {} });
  try {
    expect(await sql`select * from private.invariants`, 'invariants broken by this file').toEqual([]);
  } finally {
    await sql.end();
  }
});
