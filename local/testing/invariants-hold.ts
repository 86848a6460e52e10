import postgres from 'postgres';
import { afterAll, expect } from 'vitest';
import { stackUnderTest } from './stack-under-test.ts';

/** A file that leaves the books wrong fails itself: otherwise the next file on its stack fails in its place. */
afterAll(async () => {
  const sql = postgres(stackUnderTest().addresses.postgres, { max: 1, onnotice: () => {} });
  try {
    expect(await sql`select * from private.invariants`, 'what this file left behind').toEqual([]);
  } finally {
    await sql.end();
  }
});
