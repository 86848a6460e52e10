import type { Child } from './child-process.ts';

/** What to do when a process crashes. */
export type OnCrash = {
  /** Whether it is started again; asked when it has crashed. */
  readonly restarts: boolean;
  /** Called with what happened. */
  log(message: string): void;
};

export type SupervisedProcess = { stop(): Promise<void> };

/** Milliseconds before the first restart; the delay doubles with each further one. */
const firstDelay = 500;
const maxDelay = 30_000;
/** A process that ran for this many milliseconds counts as healthy, and the delay starts over. */
const healthyAfter = 60_000;

/**
 * Starts a process and restarts it whenever it crashes; the rest of the shop keeps running.
 * @throws Error when the first start fails
 */
export async function keepRunning(
  name: string,
  start: () => Promise<Child>,
  onCrash: OnCrash,
): Promise<SupervisedProcess> {
  const { log } = onCrash;
  let child = await start();
  let pendingStart: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  const watch = async (delay: number): Promise<void> => {
    const startedAt = Date.now();
    const message = await child.crashed;
    if (!onCrash.restarts) return log(message);
    return startAfter(Date.now() - startedAt < healthyAfter ? delay : firstDelay, message);
  };
  /** @param why it ended */
  const startAfter = async (delay: number, why: string): Promise<void> => {
    await pause(delay, stopping.signal);
    if (stopping.signal.aborted) return;
    const next = Math.min(delay * 2, maxDelay);
    const starting = start();
    pendingStart = starting.then(
      (started) => {
        child = started;
      },
      () => {},
    );
    try {
      await starting;
    } catch (error) {
      log(`${error instanceof Error ? error.message : String(error)}; next try in ${next / 1000} s`);
      return startAfter(next, why);
    }
    log(`${name} runs again: ${why}`);
    return watch(next);
  };
  void watch(firstDelay);

  return {
    stop: async () => {
      stopping.abort();
      await pendingStart;
      await child.stop();
    },
  };
}

function pause(milliseconds: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    until.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
