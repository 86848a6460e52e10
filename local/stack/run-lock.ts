import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, commandOf } from './postgres-server.ts';

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

/**
 * Ends it in good order, and for good when that takes too long: Postgres in the middle of its recovery hears nothing.
 * A new Postgres refuses to start as long as any process of the old one is there, so all of them are waited for.
 */
async function endLeftOver(child: { pid: number; command: string }): Promise<void> {
  const family = [child.pid, ...(await childrenOf(child.pid))];
  process.kill(child.pid, 'SIGINT');
  if (await areGone(family, 5000)) return;
  if (await isStill(child)) process.kill(child.pid, 'SIGKILL');
  await areGone(family, 10_000);
}

async function areGone(pids: number[], patience: number): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (!pids.some(exists)) return true;
  }
  return false;
}

/** Also of one that has ended and that nobody has buried yet: Postgres asks in the same way. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
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
