import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { exists } from '../stack/running-process.ts';
import { stackUnderTest } from './stack-under-test.ts';

const mark = () => join(stackUnderTest().dataFolder, 'test-file');

/** Two files at a time on one stack would count each other's orders: then the second fails at once, with this reason. */
beforeAll(() => {
  if (isTaken()) throw new Error('Another test file is running on the stack of this one.');
  writeFileSync(mark(), String(process.pid), { flag: 'wx' });
  return () => rmSync(mark(), { force: true });
});

/**
 * A process runs one file after the other, so a mark of its own is that of a file whose last hook failed, and a mark of
 * a process that is gone is nobody's.
 */
function isTaken(): boolean {
  let owner: number;
  try {
    owner = Number(readFileSync(mark(), 'utf8'));
  } catch {
    return false;
  }
  if (owner !== process.pid && exists(owner)) return true;
  rmSync(mark(), { force: true });
  return false;
}
