import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ShopPorts } from '../stack/shop-ports.ts';
import type { StackDescription } from '../stack/stack-description.ts';

export type TestStack = {
  description: StackDescription;
  /** @throws Error when the stack had crashed */
  stop(): Promise<void>;
};

type TestStackOptions = {
  /** Caches public replies for seconds, as in production. */
  cachesReplies?: boolean;
  /** False: no catalogue and no accounts, for a shop that is restored into. */
  demo?: boolean;
  /** Its folder, which is not removed, and its ports. */
  location?: { folder: string; ports: ShopPorts };
  /** Called after each step. */
  onStep?: (text: string) => void;
};

/**
 * Starts a whole shop on free ports, so that it does not affect a running one. It ends when it is stopped or this process
 * ends, and leaves nothing behind.
 * @throws Error with the stack's output when it does not start
 */
export async function startTestStack({
  cachesReplies = false,
  demo = true,
  location,
  onStep = () => {},
}: TestStackOptions = {}): Promise<TestStack> {
  const locationArgs = location ? [location.folder, JSON.stringify(location.ports)] : [];
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'local/testing/stack-process.ts', ...locationArgs],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PUBLIC_CACHE: cachesReplies ? 'on' : 'off',
        DEMO: demo ? 'on' : 'off',
        // Supabase Lite hashes passwords in JavaScript, a tenth of a second each; this is the least that bcrypt can do.
        LITE_AUTH_BCRYPT_COST: '4',
      },
    },
  );
  let stderrTail = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    stderrTail = `${stderrTail}${line}\n`.slice(-3000);
    onStep(line);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then(() => {
      throw new Error(`The stack did not start:\n${stderrTail}`);
    }),
  ]);
  return {
    description: JSON.parse(line) as StackDescription,
    stop: async () => {
      child.stdin.end();
      if ((await ended) !== 0) throw new Error(`A stack crashed:\n${stderrTail}`);
    },
  };
}
