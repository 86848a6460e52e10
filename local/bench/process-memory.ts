import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Megabytes of each process of a stack, without Postgres, whose processes share memory. On Linux the function processes
 * share the Deno binary, which is counted once.
 */
export type ProcessMemory = Record<string, number>;

const mainProcess = 'site, REST, Auth, bank sandbox';
const sharedProgram = 'Deno, once for all functions';

/** @param dataFolder of the running stack. */
export function memoryOf(dataFolder: string): ProcessMemory {
  const { pid, children } = JSON.parse(readFileSync(join(dataFolder, 'running.json'), 'utf8')) as {
    pid: number;
    children: { pid: number; command: string }[];
  };
  const memory: ProcessMemory = { [mainProcess]: residentOf(pid) };
  let program = 0;
  for (const child of children) {
    const [, name] = /functions[\\/]([a-z-]+)[\\/]index\.ts/.exec(child.command) ?? [];
    if (!name) continue;
    const files = process.platform === 'linux' ? fileBackedOf(child.pid) : 0;
    program = Math.max(program, files);
    memory[`function ${name}`] = residentOf(child.pid) - files;
  }
  if (program > 0) memory[sharedProgram] = program;
  return memory;
}

export const sumOf = (memory: ProcessMemory) => Object.values(memory).reduce((sum, one) => sum + one, 0);

const residentOf = (pid: number) =>
  inMegabytes(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));

/** File-backed pages, which all processes of the same program share. */
const fileBackedOf = (pid: number) =>
  inMegabytes(/^RssFile:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0');

const inMegabytes = (kilobytes: string) => Math.round(Number(kilobytes) / 1024);
