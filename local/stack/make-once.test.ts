import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeOnce } from './make-once.ts';

/** A thing to make, a path to its lock, and how often it was begun. */
function thing() {
  const folder = mkdtempSync(join(tmpdir(), 'make-once-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seen = { isMade: false, begun: 0 };
  const make = async () => {
    seen.begun += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen.isMade = true;
  };
  const lockPath = join(folder, 'lock');
  return { seen, lockPath, once: (how = make) => makeOnce(lockPath, () => seen.isMade, how) };
}

test('what two need at once is made by one of them; the other waits and finds it', async () => {
  const { seen, once } = thing();
  expect((await Promise.all([once(), once()])).sort()).toEqual([false, true]);
  expect(seen).toEqual({ isMade: true, begun: 1 });
  expect(await once()).toBe(false);
});

test('who fails to make it says why, and lets the next one try', async () => {
  const { seen, once } = thing();
  await expect(once(() => Promise.reject(new Error('No space')))).rejects.toThrow('No space');
  expect(await once()).toBe(true);
  expect(seen.begun).toBe(1);
});
