import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markOf } from '../stack/run-lock.ts';
import { mayCrash } from './may-crash.ts';
import { processesWith, signalTo } from '../stack/running-process.ts';
import { demoFromEnvironment } from '../stack/demo-accounts.ts';
import type { ShopPorts } from '../stack/shop-ports.ts';
import type { StackDescription } from '../stack/stack-description.ts';
import { startStack } from '../stack/start-stack.ts';

/**
 * Runs a stack in a separate process: `tsx local/testing/stack-process.ts [<folder> <ports as JSON>]`. Prints its
 * description as one line of JSON once it is up. It stops when its standard input ends, which also happens when its
 * parent dies. Without a folder it runs on free ports in a temporary folder, which it removes.
 * Exits with 1 when one of its processes crashed.
 */
const [givenFolder, givenPorts] = process.argv.slice(2);
const dataFolder = givenFolder ?? mkdtempSync(join(tmpdir(), 'shop-tests-'));
// As root, Postgres runs as another user, who must be able to enter the folder.
if (!givenFolder) chmodSync(dataFolder, 0o711);

/** After this the processes are killed: an aborted request can keep a connection open. */
const stopTimeoutMs = 12_000;

// Ctrl-C reaches every process of the terminal; the parent decides what ends when.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void end(0));
// The pipes break when the parent dies.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.stdin.on('end', () => void end(0)).resume();

let ending = false;
const stackPromise = startStack({
  dataFolder,
  ports: givenPorts ? (JSON.parse(givenPorts) as ShopPorts) : 'free',
  build: false,
  // Tests write in SQL and read immediately; the cache has its own tests.
  publicCache: process.env.PUBLIC_CACHE === 'on' ? undefined : 'off',
  throwAway: !givenFolder,
  demo: demoFromEnvironment(process.env),
  realAuth: process.env.REAL_AUTH,
  onStep: (text) => console.error(text),
  onCrash: {
    // A proof that kills functions says so.
    get restarts() {
      return existsSync(mayCrash(dataFolder));
    },
    log: (sentence) => {
      console.error(sentence);
      if (!existsSync(mayCrash(dataFolder))) void end(1);
    },
  },
});
try {
  const { addresses, keys, accounts } = await stackPromise;
  const description: StackDescription = { addresses, keys, accounts, dataFolder };
  console.log(JSON.stringify(description));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  void end(1);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  const force = setTimeout(() => {
    console.error('The stack did not stop in time; killing its processes.');
    void endChildren().then(() => leave(1));
  }, stopTimeoutMs);
  await stackPromise.then((stack) => stack.stop()).catch(() => {});
  clearTimeout(force);
  leave(code);
}

function leave(code: number): never {
  if (!givenFolder) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exit(code);
}

async function endChildren(): Promise<void> {
  for (const { pid } of await processesWith(markOf(dataFolder))) signalTo(pid, 'SIGKILL');
}
