import type { Child } from './child-process.ts';

/** What is done about a part that ended by itself. */
export type WhenEnded = {
  /** Whether it is started again. */
  again: boolean;
  /** What happened, in a sentence. */
  say(sentence: string): void;
};

export type KeptPart = {
  /** The process that runs now, or that ended last. */
  readonly pid: number;
  stop(): Promise<void>;
};

/** Milliseconds before the first new start; each further one waits twice as long. */
const firstWait = 500;
const longestWait = 30_000;
/** Milliseconds after which a part that ends again is taken for one that was well. */
const isWellAfter = 60_000;

/**
 * Starts a part, and starts it again whenever it ends by itself; the rest of the shop goes on meanwhile.
 * @throws Error when the first start fails
 */
export async function keepRunning(
  name: string,
  start: () => Promise<Child>,
  { again, say }: WhenEnded,
): Promise<KeptPart> {
  let child = await start();
  let beingStarted: Promise<void> = Promise.resolve();
  const stopped = new AbortController();

  const watch = async (wait: number): Promise<void> => {
    const startedAt = Date.now();
    const sentence = await child.crashed;
    if (!again) return say(sentence);
    say(`${sentence}; it is started again`);
    return startAfter(Date.now() - startedAt < isWellAfter ? wait : firstWait);
  };
  const startAfter = async (wait: number): Promise<void> => {
    await pause(wait, stopped.signal);
    if (stopped.signal.aborted) return;
    const next = Math.min(wait * 2, longestWait);
    const starting = start();
    beingStarted = starting.then(
      (started) => {
        child = started;
      },
      () => {},
    );
    try {
      await starting;
    } catch (error) {
      say(`${error instanceof Error ? error.message : String(error)}; next try in ${next / 1000} s`);
      return startAfter(next);
    }
    say(`${name} runs again`);
    return watch(next);
  };
  void watch(firstWait);

  return {
    get pid() {
      return child.pid;
    },
    stop: async () => {
      stopped.abort();
      await beingStarted;
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
