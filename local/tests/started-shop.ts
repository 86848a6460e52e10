import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { localSecrets } from '../stack/local-secrets.ts';
import { commandOf } from '../stack/running-process.ts';
import { freePorts, type ShopPorts } from '../stack/shop-ports.ts';

export type Place = { folder: string; ports: ShopPorts };

/** Takes what puts things in order again once the test, or the file, is over. */
type WhenOver = (act: () => void | Promise<void>) => void;

export type Start = {
  process: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
  /** Until it has printed that; within a minute, unless it may take longer (milliseconds). */
  until(text: string, patience?: number): Promise<void>;
};

/** A folder and ports of its own, so that these starts stand beside any other. */
export async function newPlace(whenOver: WhenOver = onTestFinished): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-life-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return { folder, ports: await freePorts(8) };
}

/** `npm start` in that place, in a process of its own that goes with the test. */
export function start(
  { folder, ports }: Place,
  [command = '', ...args]: string[] = [process.execPath, '--import', 'tsx', 'local/start.ts'],
  whenOver: WhenOver = onTestFinished,
): Start {
  const child = spawn(command, args, {
    env: {
      ...process.env,
      SHOP_FOLDER: folder,
      SITE_PORT: String(ports.site),
      SUPABASE_PORT: String(ports.supabase),
      POSTGRES_PORT: String(ports.postgres),
      GATEWAY_PORT: String(ports.gateway),
      FUNCTIONS_PORT: String(ports.functions),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  whenOver(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const until = async (text: string, patience = 60_000) => {
    for (let waited = 0; !output.includes(text); waited += 50) {
      if (waited > patience || child.exitCode !== null) throw new Error(`"${text}" was not said:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { process: child, output: () => output, exit, until };
}

/** The ids of the processes that a shop has started, by its own record: Postgres first, then the functions. */
export const childrenOf = (folder: string) =>
  (
    JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as { children: { pid: number }[] }
  ).children.map(({ pid }) => pid);

export async function inDatabase({ folder, ports }: Place, query: string) {
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
