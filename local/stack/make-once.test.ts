import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeOnce } from './make-once.ts';
import { endPauses } from '../testing/pauses.ts';

/** Something to make, the path of its lock, and how often making it was started. */
function scenario() {
  const folder = mkdtempSync(join(tmpdir(), 'make-once-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seen = { isMade: false, started: 0 };
  const make = async () => {
    seen.started += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen.isMade = true;
  };
  const lockPath = join(folder, 'lock');
  return { seen, lockPath, runOnce: (makeIt = make) => makeOnce(lockPath, () => seen.isMade, makeIt) };
}

test('of two concurrent calls one makes it and the other waits for it', async () => {
  endPauses();
  const { seen, runOnce } = scenario();
  expect((await Promise.all([runOnce(), runOnce()])).sort()).toEqual([false, true]);
  expect(seen).toEqual({ isMade: true, started: 1 });
  expect(await runOnce()).toBe(false);
});

test('a failure is thrown, and the next call tries again', async () => {
  const { seen, runOnce } = scenario();
  await expect(runOnce(() => Promise.reject(new Error('No space')))).rejects.toThrow('No space');
  expect(await runOnce()).toBe(true);
  expect(seen.started).toBe(1);
});

test('a process that was killed while making it delays nobody', async () => {
  endPauses();
  const { lockPath, runOnce } = scenario();
  writeFileSync(lockPath, String(spawnSync(process.execPath, ['--version']).pid));
  expect(await runOnce()).toBe(true);
});
