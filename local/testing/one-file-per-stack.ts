import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { isAlive } from '../install/process-lock.mjs';
import { databaseUnderTest } from './database-under-test.ts';
import { stackUnderTest } from './stack-under-test.ts';

const lockFile = () => join(stackUnderTest().dataFolder, 'test-file');

/** Two files at a time on one stack would count each other's orders, so the second fails immediately. */
beforeAll(async () => {
  if (isTaken()) throw new Error('Another test file is running on the stack of this one.');
  writeFileSync(lockFile(), String(process.pid), { flag: 'wx' });
  await postponeQueriesOfEarlierFiles();
  return () => rmSync(lockFile(), { force: true });
});

/**
 * A process runs its files in sequence, so its own lock was left by a file whose last hook failed. The lock of a process
 * that has ended is stale.
 */
function isTaken(): boolean {
  let owner: number;
  try {
    owner = Number(readFileSync(lockFile(), 'utf8'));
  } catch {
    return false;
  }
  if (owner !== process.pid && isAlive(owner)) return true;
  rmSync(lockFile(), { force: true });
  return false;
}

/**
 * The stack's job, called every minute, asks the bank about what earlier files left undecided: it would settle that while a
 * test counts payments or tasks.
 */
async function postponeQueriesOfEarlierFiles(): Promise<void> {
  const sql = databaseUnderTest();
  await sql`
    update public.transactions set next_ask_at = now() + interval '2 hours' where next_ask_at < now() + interval '1 hour'`;
  // A query that has begun ends within its lease of 15 seconds.
  for (let waited = 0; waited < 16_000; waited += 100) {
    const asking = await sql`select from public.transactions where asking_until > now() limit 1`;
    if (asking.length === 0) return;
    await setTimeout(100);
  }
  throw new Error(
    'An earlier file left a query of the bank that does not end: each later file would wait for it.',
  );
}
