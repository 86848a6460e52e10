import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAlive } from '../install/process-lock.mjs';
import { commandOf, processesWith, signalTo } from './running-process.ts';

/** Stands in the command line of every process of the shop in this folder, so that those of a killed one can be found. */
export function markOf(dataFolder: string): string {
  return `shop-${createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16)}`;
}

/**
 * Locks the data folder for this process, and ends what a killed one has left behind.
 * @returns what releases it
 * @throws Error with a message for the user when the shop is already running
 */
export async function takeRunLock(dataFolder: string, onStep: (text: string) => void): Promise<() => void> {
  const file = join(dataFolder, 'running.json');
  const pid = await runnerOf(dataFolder);
  if (pid !== null && pid !== process.pid)
    throw new Error(
      `The shop is already running here (process ${pid}): use it, or stop it with Ctrl-C first.`,
    );
  await endLeftOvers(markOf(dataFolder), onStep);
  writeFileSync(file, JSON.stringify({ pid: process.pid, command: await commandOf(process.pid) }));
  return () => rmSync(file, { force: true });
}

/** The id of the process that runs the shop in this folder, or null. */
export async function runnerOf(dataFolder: string): Promise<number | null> {
  const holder = readHolder(join(dataFolder, 'running.json'));
  // Process ids are reused, so the command line must match too.
  return holder && (await commandOf(holder.pid)) === holder.command ? holder.pid : null;
}

/** Gracefully, and with -9 what takes too long: Postgres ignores signals during recovery. */
async function endLeftOvers(mark: string, onStep: (text: string) => void): Promise<void> {
  let left = (await processesWith(mark)).map(({ pid }) => pid);
  if (left.length > 0) onStep(`Ending processes left over from a start that was killed: ${left.join(', ')}`);
  for (let waited = 0; left.length > 0 && waited < 15_000; waited += 100) {
    if (waited === 0) for (const pid of left) signalTo(pid, 'SIGINT');
    if (waited === 5000) for (const pid of left) signalTo(pid, 'SIGKILL');
    await new Promise((done) => setTimeout(done, 100));
    left = left.filter(isAlive);
  }
}

function readHolder(file: string): { pid: number; command: string } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { pid: number; command: string };
  } catch {
    return null;
  }
}
