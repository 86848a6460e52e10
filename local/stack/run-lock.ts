import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, exists, signalTo } from './running-process.ts';

type Running = { pid: number; command: string; children: { pid: number; command: string }[] };

/** The lock of a data folder, stored in `running.json` for a second start and for the start after a crash. */
export type RunLock = { noteChildren(pids: number[]): Promise<void>; release(): void };

/**
 * Locks the data folder for this process. Children of a killed predecessor are stopped first, by their ids and only if
 * their command lines are unchanged.
 * @throws Error with a message for the user when the shop is already running
 */
export async function takeRunLock(dataFolder: string, onStep: (text: string) => void): Promise<RunLock> {
  const file = join(dataFolder, 'running.json');
  const previous = readRunning(file);
  if (previous && previous.pid !== process.pid && (await isRunning(previous))) {
    throw new Error(
      `The shop is already running here (process ${previous.pid}): use it, or stop it with Ctrl-C first.`,
    );
  }
  for (const child of previous?.children ?? []) {
    if (!(await isRunning(child))) continue;
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

/** Stops it gracefully, and kills it when that takes too long: Postgres ignores signals during recovery. */
async function endLeftOver(child: { pid: number; command: string }): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 5000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (await isRunning(child)) signalTo(child.pid, signal);
    for (let waited = 0; waited < timeoutMs; waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (!exists(child.pid)) return;
    }
  }
}

/** Process ids are reused, so the command line must match too. */
async function isRunning({ pid, command }: { pid: number; command: string }): Promise<boolean> {
  return command !== '' && (await commandOf(pid)) === command;
}

function readRunning(file: string): Running | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Running;
  } catch {
    return null;
  }
}
