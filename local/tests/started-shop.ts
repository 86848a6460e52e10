import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { localSecrets } from '../stack/local-secrets.ts';
import { markOf } from '../stack/run-lock.ts';
import { commandOf, processesWith } from '../stack/running-process.ts';
import { freePorts, type ShopPorts } from '../stack/shop-ports.ts';

export type ShopLocation = { folder: string; ports: ShopPorts };

/** Registers a clean-up for the end of the test or the file. */
type AddCleanUp = (cleanUp: () => void | Promise<void>) => void;

export type Start = {
  process: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
  /** Waits until it has printed this text. */
  until(text: string, timeoutMs?: number): Promise<void>;
};

/** A new folder and free ports, so that the shop does not affect others. */
export async function newLocation(addCleanUp: AddCleanUp = onTestFinished): Promise<ShopLocation> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-life-'));
  addCleanUp(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return { folder, ports: await freePorts(8) };
}

/** The environment in which a command finds the shop there. */
export const environmentOf = ({ folder, ports }: ShopLocation) => ({
  ...process.env,
  SHOP_FOLDER: folder,
  SITE_PORT: String(ports.site),
  SUPABASE_PORT: String(ports.supabase),
  POSTGRES_PORT: String(ports.postgres),
  GATEWAY_PORT: String(ports.gateway),
  FUNCTIONS_PORT: String(ports.functions),
});

/** Runs `npm start` there, in a process that ends with the test. */
export function start(
  location: ShopLocation,
  [command = '', ...args]: string[] = [process.execPath, '--import', 'tsx', 'local/start.ts'],
  addCleanUp: AddCleanUp = onTestFinished,
): Start {
  const child = spawn(command, args, {
    env: environmentOf(location),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  addCleanUp(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const until = async (text: string, timeoutMs = 60_000) => {
    for (let waited = 0; !output.includes(text); waited += 50) {
      if (waited > timeoutMs || child.exitCode !== null)
        throw new Error(`"${text}" was not printed:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { process: child, output: () => output, exit, until };
}

/** The ids of a shop's child processes by name: `postgres` and the functions. */
export async function childrenOf(folder: string): Promise<Map<string, number>> {
  const children = new Map<string, number>();
  for (const { pid, command } of await processesWith(markOf(folder))) {
    if (command.includes('cluster_name=')) children.set('postgres', pid);
    const [, name] = /\/([a-z-]+)\.js$/.exec(command) ?? [];
    if (name) children.set(name, pid);
  }
  return children;
}

export async function inDatabase({ folder, ports }: ShopLocation, query: string) {
  const { postgresPassword } = await localSecrets(folder);
  const sql = postgres(`postgres://postgres:${postgresPassword}@127.0.0.1:${ports.postgres}/postgres`, {
    max: 1,
  });
  try {
    return [...(await sql.unsafe(query))];
  } finally {
    await sql.end();
  }
}

/** Whether they have ended within eight seconds. */
export async function allGone(pids: number[]): Promise<boolean> {
  for (let waited = 0; waited < 8000; waited += 100) {
    if (
      (await Promise.all(pids.map(commandOf))).every(
        (command) => command === '' || command.includes('<defunct>'),
      )
    )
      return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
