import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { StackDescription } from '../stack/stack-description.ts';

export type TestStack = {
  description: StackDescription;
  /** @throws Error when the stack had ended by itself */
  stop(): Promise<void>;
};

/**
 * Starts a whole shop on free ports, beside one that may be running. It goes when it is stopped or when this process
 * ends, and leaves nothing behind.
 * @throws Error with what the stack said when it does not start
 */
export async function startTestStack(): Promise<TestStack> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/testing/stack-process.ts'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-3000)));
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
