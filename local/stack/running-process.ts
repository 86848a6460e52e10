import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The command line of a running process; empty when there is none. */
export async function commandOf(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** The ids of the processes whose command line starts with this; none where there is no `ps`. */
export async function processesNamed(start: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,args=']).catch(() => ({ stdout: '' }));
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+) (.*)$/.exec(line))
    .filter((match) => match?.[2]?.startsWith(start))
    .map((match) => Number(match?.[1]));
}

/** Whether a process with this id exists, including zombies. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Sends a signal to a process; ignores that it may have ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
