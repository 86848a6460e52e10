import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ShopPorts } from '../stack/shop-ports.ts';
import type { StackDescription } from '../stack/stack-description.ts';

export type TestStack = {
  description: StackDescription;
  /** @throws Error when the stack had ended by itself */
  stop(): Promise<void>;
};

type TestStackOptions = {
  /** Public replies are kept for seconds, as in production. */
  keepsReplies?: boolean;
  /** Without it, neither catalogue nor accounts: a shop to restore into. */
  demo?: boolean;
  /** Its folder, which then stays, and its ports. */
  place?: { folder: string; ports: ShopPorts };
  /** Told of each step when it is done. */
  onStep?: (text: string) => void;
};

/**
 * Starts a whole shop on free ports, beside one that may be running. It goes when it is stopped or when this process
 * ends, and leaves nothing behind.
 * @throws Error with what the stack said when it does not start
 */
export async function startTestStack({
  keepsReplies = false,
  demo = true,
  place,
  onStep = () => {},
}: TestStackOptions = {}): Promise<TestStack> {
  const where = place ? [place.folder, JSON.stringify(place.ports)] : [];
  // As `npm start` has it: Node keeps less memory for what is new, a sixth less in all, and answers as fast.
  const flags = ['--max-semi-space-size=4', '--import', 'tsx'];
  const child = spawn(process.execPath, [...flags, 'local/testing/stack-process.ts', ...where], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PUBLIC_CACHE: keepsReplies ? 'on' : 'off', DEMO: demo ? 'on' : 'off' },
  });
  let said = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    said = `${said}${line}\n`.slice(-3000);
    onStep(line);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then(() => {
      throw new Error(`The stack did not start:\n${said}`);
    }),
  ]);
  return {
    description: JSON.parse(line) as StackDescription,
    stop: async () => {
      child.stdin.end();
      if ((await ended) !== 0) throw new Error(`A stack ended by itself:\n${said}`);
    },
  };
}
