import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, exists, signalTo } from './running-process.ts';

type Running = { pid: number; command: string; children: { pid: number; command: string }[] };

/** Who runs on a data folder; kept in `running.json`, so that a second start and the start after a crash both know. */
export type RunLock = { noteChildren(pids: number[]): Promise<void>; release(): void };

/**
 * Takes the data folder for this process. Children that a killed predecessor left are ended first, by their ids and
 * only when they still are what they were.
 * @throws Error with a sentence when another start is running
 */
export async function takeRunLock(dataFolder: string, onStep: (text: string) => void): Promise<RunLock> {
  const file = join(dataFolder, 'running.json');
  const before = readRunning(file);
  if (before && before.pid !== process.pid && (await isStill(before))) {
    throw new Error(
      `The shop is already running here (process ${before.pid}): use it, or stop it with Ctrl-C first.`,
    );
  }
  for (const child of before?.children ?? []) {
    if (!(await isStill(child))) continue;
    onStep(`Ending process ${child.pid}, left over from a start that was killed`);
    await endLeftOver(child);
  }
  const own: Running = { pid: process.pid, command: await commandOf(process.pid), children: [] };
  const write = () => writeFileSync(file, JSON.stringify(own, null, 2));
  write();
  return {
    noteChildren: async (pids) => {
      own.children = await Promise.all(pids.map(async (pid) => ({ pid, command: await commandOf(pid) })));
      write();
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Ends it in good order, and by force when that takes too long: Postgres does not listen while it recovers. */
async function endLeftOver(child: { pid: number; command: string }): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 5000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (await isStill(child)) signalTo(child.pid, signal);
    for (let waited = 0; waited < patience; waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (!exists(child.pid)) return;
    }
  }
}

/** Process ids are used again, so the command line must be the same too. */
async function isStill({ pid, command }: { pid: number; command: string }): Promise<boolean> {
  return command !== '' && (await commandOf(pid)) === command;
}

function readRunning(file: string): Running | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Running;
  } catch {
    return null;
  }
}
