import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The command line of a running process; empty when there is none. */
export async function commandOf(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** The processes with this text in their command line; none where there is no `ps`. */
export async function processesWith(text: string): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,args=']).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return command.includes(text) ? [{ pid: Number(pid), command }] : [];
  });
}

/** Sends a signal to a process; ignores that it may have ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
