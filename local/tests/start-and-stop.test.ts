import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localSecrets } from '../stack/local-secrets.ts';
import { commandOf } from '../stack/running-process.ts';
import { freePorts, isFree, type ShopPorts } from '../stack/shop-ports.ts';

type Start = {
  process: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
  until(text: string): Promise<void>;
};

/** A folder and ports of its own, so that these starts stand beside any other. */
async function newPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'shop-life-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, ports: await freePorts(8) };
}

function start(
  { folder, ports }: { folder: string; ports: ShopPorts },
  [command = '', ...args]: string[] = [process.execPath, '--import', 'tsx', 'local/start.ts'],
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
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const until = async (text: string) => {
    for (let waited = 0; !output.includes(text); waited += 50) {
      if (waited > 60_000 || child.exitCode !== null) throw new Error(`"${text}" was not said:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { process: child, output: () => output, exit, until };
}

const childrenOf = (folder: string) =>
  (
    JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as { children: { pid: number }[] }
  ).children.map(({ pid }) => pid);

async function inDatabase({ folder, ports }: { folder: string; ports: ShopPorts }, query: string) {
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

async function allGone(pids: number[]): Promise<boolean> {
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

describe('npm start', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops every part and leaves nothing behind',
    async (signal) => {
      const place = await newPlace();
      const shop = start(place);
      await shop.until('Shop ready at');
      const children = childrenOf(place.folder);
      expect(children.length).toBeGreaterThanOrEqual(3);
      shop.process.kill(signal);
      expect(await shop.exit).toBe(0);
      expect(await allGone(children)).toBe(true);
      expect(existsSync(join(place.folder, 'running.json'))).toBe(false);
      for (const port of Object.values(place.ports)) expect(await isFree(port)).toBe(true);
    },
  );

  test('stopping npm stops the shop', async () => {
    const place = await newPlace();
    const shop = start(place, ['npm', 'start']);
    await shop.until('Shop ready at');
    const children = childrenOf(place.folder);
    shop.process.kill('SIGTERM');
    expect(await allGone(children)).toBe(true);
    for (const port of Object.values(place.ports)) expect(await isFree(port)).toBe(true);
  });

  test('asked to stop while it is still starting, it stops all the same', async () => {
    const place = await newPlace();
    const shop = start(place);
    await shop.until('PostgreSQL 17 is up');
    shop.process.kill('SIGINT');
    expect(await shop.exit).toBe(0);
    expect(existsSync(join(place.folder, 'running.json'))).toBe(false);
    expect(await isFree(place.ports.postgres)).toBe(true);
  });

  test('a crash of any part stops the rest and says which', async () => {
    const place = await newPlace();
    for (const part of [0, 1]) {
      const shop = start(place);
      await shop.until('Shop ready at');
      const children = childrenOf(place.folder);
      process.kill(children[part] as number, 'SIGKILL');
      expect(await shop.exit).toBe(1);
      expect(shop.output()).toMatch(/(Postgres|Function \S+) ended unexpectedly/);
      expect(await allGone(children)).toBe(true);
      expect(existsSync(join(place.folder, 'running.json'))).toBe(false);
    }
  });

  test('killed with -9, it starts again with its data, nothing removed comes back, and no child outlived it', async () => {
    const place = await newPlace();
    const first = start(place);
    await first.until('Shop ready at');
    const children = childrenOf(place.folder);
    await inDatabase(place, "delete from public.products where category = 'gps'");
    first.process.kill('SIGKILL');
    await first.exit;
    const second = start(place);
    await second.until('Shop ready at');
    expect(second.output()).toContain('Schema is up to date');
    expect(
      await inDatabase(
        place,
        "select count(*)::int as remaining from public.products where category = 'gps'",
      ),
    ).toEqual([{ remaining: 0 }]);
    expect(await allGone(children)).toBe(true);
    second.process.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  });

  test('a second start says that the shop is already running', async () => {
    const place = await newPlace();
    const shop = start(place);
    await shop.until('Shop ready at');
    const second = start(place);
    expect(await second.exit).toBe(1);
    expect(second.output().trim()).toMatch(
      /^The shop is already running here \(process \d+\): use it, or stop it with Ctrl-C first\.$/,
    );
    shop.process.kill('SIGTERM');
    expect(await shop.exit).toBe(0);
  });

  test('a busy port is named, with what to type', async () => {
    const place = await newPlace();
    const neighbour = createServer().listen(place.ports.gateway, '127.0.0.1');
    onTestFinished(() => void neighbour.close());
    const shop = start(place);
    expect(await shop.exit).toBe(1);
    expect(shop.output()).toContain(
      `Port ${place.ports.gateway} is in use: stop what uses it, or type GATEWAY_PORT=${place.ports.gateway + 1000} npm start`,
    );
    expect(existsSync(join(place.folder, 'running.json'))).toBe(false);
  });

  test('an invalid port is named', async () => {
    const place = await newPlace();
    const shop = start({ ...place, ports: { ...place.ports, site: 99_999 } });
    expect(await shop.exit).toBe(1);
    expect(shop.output()).toContain('SITE_PORT=99999 is no port');
  });
});
