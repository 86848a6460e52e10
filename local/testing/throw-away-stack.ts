import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack, StackDescription } from '../stack/stack-description.ts';

export type ThrowAwayStack = {
  description: StackDescription;
  /** A sentence once a part has ended by itself. */
  crash(): string | null;
};

/**
 * Lends a whole shop on free ports, beside one that may be running, and takes it away again: whatever happens to
 * the borrower, also when the person at the keyboard presses Ctrl-C, nothing of it is left behind.
 * @throws Error with a sentence when the shop does not start
 */
export async function withThrowAwayStack<T>(
  options: { build: boolean; onStep(text: string): void; interrupted: AbortSignal },
  borrow: (stack: ThrowAwayStack) => Promise<T>,
): Promise<T> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'shop-tests-'));
  // Postgres refuses to run as root and takes another user, who must be able to pass through.
  chmodSync(dataFolder, 0o711);
  let stack: Stack | undefined;
  let crash: string | null = null;
  try {
    // Loaded here, so that a stack that cannot even be loaded is a start that failed.
    const { startStack } = await import('../stack/start-stack.ts');
    stack = await startStack({
      ports: 'free',
      dataFolder,
      build: options.build,
      throwAway: true,
      onStep: options.onStep,
      onCrash: (sentence) => {
        crash = sentence;
      },
    });
    options.interrupted.throwIfAborted();
    const { addresses, keys, accounts } = stack;
    return await borrow({ description: { addresses, keys, accounts, dataFolder }, crash: () => crash });
  } finally {
    if (stack) await stopInTime(stack);
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Milliseconds until a stack that does not stop by itself is ended by force. */
const patience = 12_000;

/** A request cut off in the middle can hold its connection for ever: then the processes are ended by their ids. */
async function stopInTime(stack: Stack): Promise<void> {
  let tooLate: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => {
    tooLate = setTimeout(() => resolve('late'), patience);
  });
  const how = await Promise.race([stack.stop(), deadline]);
  clearTimeout(tooLate);
  if (how !== 'late') return;
  console.error('The stack did not stop by itself; its processes are ended.');
  const running = JSON.parse(readFileSync(join(stack.dataFolder, 'running.json'), 'utf8')) as {
    children: { pid: number }[];
  };
  for (const { pid } of running.children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

/** Milliseconds in which several arrivals of one Ctrl-C, from the terminal and from npm, count as one. */
const oneKeyPress = 2000;

/** Told when the person at the keyboard, or the system, wants an end; asked once more, the process ends at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) {
        if (performance.now() - firstAt > oneKeyPress) process.exit(130);
        return;
      }
      firstAt = performance.now();
      console.error('\nStopping; what was started is being taken down …');
      controller.abort(new Error('Interrupted.'));
    });
  }
  return controller.signal;
}
