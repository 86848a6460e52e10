import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';

type ChildOptions = {
  command: string;
  args: string[];
  env?: Record<string, string | undefined>;
  /** What it reads from its standard input. */
  input?: string;
  /** Its output is appended here. */
  logFile: string;
  /** Run as this user although we are root. */
  as?: { uid: number; gid: number };
  /** Signal for a graceful shutdown. */
  stopSignal?: NodeJS.Signals;
};

export type Child = {
  pid: number;
  /** Resolves with a message when the process exits without `stop`. */
  crashed: Promise<string>;
  /** Called with the output of the process. */
  onOutput(listener: (text: string) => void): void;
  stop(): Promise<void>;
};

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/**
 * Starts a process that does not outlive this one: on Linux the kernel signals it when this process dies for any reason.
 * On other systems, the next start ends it (run-lock.ts).
 */
export function startChild(name: string, options: ChildOptions): Child {
  const { command, args, userIds } = withSetpriv(options);
  const child = spawn(command, args, {
    env: options.env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C reaches only this process, which then stops its children gracefully.
    detached: true,
    ...userIds,
  });
  if (child.pid === undefined) throw new Error(`${name} could not be started: ${options.command}`);
  // It may end before it reads.
  child.stdin.on('error', () => {}).end(options.input);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => append(options.logFile, chunk));

  let stopping = false;
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const crashed = new Promise<string>((resolve) => {
    void ended.then((how) => {
      if (!stopping) resolve(`${name} ended unexpectedly (${how}); see ${options.logFile}`);
    });
  });
  return {
    pid: child.pid,
    crashed,
    onOutput: (listener) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => listener(chunk.toString()));
    },
    stop: async () => {
      stopping = true;
      await endProcess(child, ended, options.stopSignal ?? 'SIGTERM');
    },
  };
}

/**
 * Starts a process, and stops it again when it does not get ready.
 * @throws Error of `ready`, or with a message when the process ends before
 */
export async function startReady(
  name: string,
  options: ChildOptions,
  ready: () => Promise<void>,
): Promise<Child> {
  const child = startChild(name, options);
  const crashed = child.crashed.then((sentence) => Promise.reject(new Error(sentence)));
  await Promise.race([ready(), crashed]).catch(async (error: unknown) => {
    await child.stop();
    throw error;
  });
  return child;
}

/** A log that cannot be written ends nothing. */
function append(file: string, chunk: Buffer): void {
  try {
    appendFileSync(file, chunk);
  } catch {
    // The disk is full, or somebody has removed the folder.
  }
}

async function endProcess(
  child: ChildProcess,
  ended: Promise<string>,
  signal: NodeJS.Signals,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 8000);
  await ended;
  clearTimeout(killTimer);
}

/**
 * `setpriv` (part of every Debian, Ubuntu, Fedora) has the kernel signal the child when this process dies. As root it also
 * switches to another user who keeps the capability to enter any folder, so that a clone below /root or in a private
 * temporary folder works: PostgreSQL refuses to run as root, but not with that capability.
 */
function withSetpriv({ command, args, as }: ChildOptions): {
  command: string;
  args: string[];
  userIds: { uid?: number; gid?: number };
} {
  if (process.platform !== 'linux' || !setpriv) return { command, args, userIds: as ?? {} };
  const user = as
    ? [
        `--reuid=${as.uid}`,
        `--regid=${as.gid}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        '--securebits=+no_setuid_fixup',
      ]
    : [];
  return { command: setpriv, args: [...user, '--pdeathsig=SIGINT', command, ...args], userIds: {} };
}
