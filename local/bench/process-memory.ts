import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Megabytes of each process of a stack, without Postgres, whose processes share theirs. */
export type ProcessMemory = Record<string, number>;

const mainProcess = 'site, REST, Auth, bank sandbox';

/** @param dataFolder of the running stack. */
export function memoryOf(dataFolder: string): ProcessMemory {
  const { pid, children } = JSON.parse(readFileSync(join(dataFolder, 'running.json'), 'utf8')) as {
    pid: number;
    children: { pid: number; command: string }[];
  };
  const functions = children.flatMap((child) => {
    const [, name] = /functions[\\/]([a-z-]+)[\\/]index\.ts/.exec(child.command) ?? [];
    return name ? [{ name: `function ${name}`, pid: child.pid }] : [];
  });
  return Object.fromEntries(
    [{ name: mainProcess, pid }, ...functions].map((one) => [one.name, megabytesOf(one.pid)]),
  );
}

export const sumOf = (memory: ProcessMemory) => Object.values(memory).reduce((sum, one) => sum + one, 0);

const megabytesOf = (pid: number) =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);
