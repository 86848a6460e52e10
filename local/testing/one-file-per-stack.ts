import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { exists } from '../stack/running-process.ts';
import { stackUnderTest } from './stack-under-test.ts';

const lockFile = () => join(stackUnderTest().dataFolder, 'test-file');

/** Two files at a time on one stack would count each other's orders, so the second fails immediately. */
beforeAll(() => {
  if (isTaken()) throw new Error('Another test file is running on the stack of this one.');
  writeFileSync(lockFile(), String(process.pid), { flag: 'wx' });
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
  if (owner !== process.pid && exists(owner)) return true;
  rmSync(lockFile(), { force: true });
  return false;
}
