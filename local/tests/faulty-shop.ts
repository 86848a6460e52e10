import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { type Answer, Visitor } from '../../supabase/tests/api-visitor.ts';
import { orderRequest } from '../../supabase/tests/shop-cast.ts';
import { type LocalSecrets, localSecrets } from '../stack/local-secrets.ts';
import { childrenOf, newLocation, type ShopLocation, start, type Start } from './started-shop.ts';

/** How long the shop may take to recover. */
export const healing = { timeout: 40_000, interval: 500 };

type Refused = { code?: string; message?: string };

/** A shop started by `npm start`, which restarts crashed processes, for the tests of one file. */
export type FaultyShop = {
  location: ShopLocation;
  started: Start;
  secrets: LocalSecrets;
  /** Origins. */
  site: string;
  supabase: string;
  gateway: string;
  /** Of the database. */
  url: string;
  sql: postgres.Sql;
  /** Whether its folder is a disk of its own, which a test may fill. */
  isOnOwnDisk: boolean;
  frontPage(): Promise<number>;
  guest(): Guest;
};

/** A guest who submits the same order with the same idempotency key each time, as the page does. */
export type Guest = {
  visitor: Visitor;
  placeOrder(): Promise<Answer<PlaceOrderReply & Refused>>;
  /** How many orders were created. */
  countOrders(): Promise<number>;
};

/**
 * To be called once in a file: starts the shop before its tests, and checks the invariants after each.
 * @param wantsOwnDisk one that is soon full, where this user may mount it
 */
export function openFaultyShop({ wantsOwnDisk = true } = {}): FaultyShop {
  const ends: (() => void | Promise<void>)[] = [];
  const addCleanUp = (end: () => void | Promise<void>) => void ends.push(end);
  const shop = {} as FaultyShop;

  beforeAll(async () => {
    const location = await newLocation(addCleanUp);
    const isOnOwnDisk = wantsOwnDisk && mountDisk(location.folder);
    if (isOnOwnDisk) addCleanUp(() => void spawnSync('umount', ['--lazy', location.folder]));
    const started = start(location, undefined, addCleanUp);
    // It may have to build the site first.
    await started.until('Shop ready at', 170_000);
    const on = (port: number) => `http://127.0.0.1:${port}`;
    const { ports } = location;
    const secrets = await localSecrets(location.folder);
    const url = `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`;
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    addCleanUp(() => sql.end({ timeout: 1 }));
    const site = on(ports.site);
    const product = await new Visitor(site).someProduct(20);
    const frontPage = async () => (await fetch(site)).status;
    const guest = () => {
      const visitor = new Visitor(site);
      const key = randomUUID();
      const order = orderRequest([{ productId: product.id, quantity: 1, price: product.price }]);
      return {
        visitor,
        placeOrder: () =>
          visitor.post<PlaceOrderReply & Refused>('/api/orders', order, { 'idempotency-key': key }),
        countOrders: async () =>
          Number((await sql`select count(*) as n from private.idempotency_keys where key = ${key}`)[0]?.n),
      };
    };
    const origins = { site, supabase: on(ports.supabase), gateway: on(ports.gateway) };
    Object.assign(shop, { location, started, secrets, ...origins, url, sql, isOnOwnDisk, frontPage, guest });
  }, 180_000);

  afterEach(async () => {
    // A crashed part must not end the shop itself; if it does, the output shows why.
    expect(
      shop.started.process.exitCode ?? shop.started.process.signalCode,
      shop.started.output().slice(-3000),
    ).toBeNull();
    await expect.poll(() => shop.sql`select * from private.invariants`.catch(String), healing).toEqual([]);
  }, 60_000);

  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  }, 60_000);

  return shop;
}

/** A disk of 300 MB, in memory. Returns whether this user may mount one: root on Linux. */
function mountDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=711', 'tmpfs', folder]).status === 0;
}

type Part = 'postgres' | 'api' | 'message-events' | 'payment-return' | 'reconcile' | 'send-messages';

export async function pidOf({ location }: FaultyShop, part: Part): Promise<number> {
  const pid = (await childrenOf(location.folder)).get(part);
  if (!pid) throw new Error(`${part} does not run.`);
  return pid;
}

export async function signal(shop: FaultyShop, part: Part, what: NodeJS.Signals): Promise<void> {
  process.kill(await pidOf(shop, part), what);
}

/** Postgres with its connections. */
export async function postgresProcesses(shop: FaultyShop): Promise<number[]> {
  const server = await pidOf(shop, 'postgres');
  const all = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' });
  return [server, ...all.trim().split(/\s+/).map(Number)];
}

/** Calls a job as the scheduler does every minute. */
export const callJob = ({ supabase, secrets }: FaultyShop, name: 'send-messages' | 'reconcile') =>
  fetch(`${supabase}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'x-reconcile-key': secrets.reconcileKey },
  });

/**
 * The shop's clock moves on: every moment that is written down lies so many minutes further back. False while Postgres
 * does not answer.
 */
export async function minutesPass({ sql }: FaultyShop, minutes: number): Promise<boolean> {
  const answers = sql`select 1`.then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([answers, pause(3000, false)]))) return false;
  const tables = await sql<{ name: string; moments: string[] }[]>`
    select format('%I.%I', c.table_schema, c.table_name) as name, array_agg(format('%I', c.column_name)) as moments
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE'
      and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
    group by 1`;
  for (const { name, moments } of tables) {
    const set = moments.map((moment) => `${moment} = ${moment} - interval '${minutes} minutes'`);
    // Who sends a message has the two minutes of a lease by the real clock, as all who wait for an answer.
    const rows = name === 'private.messages' ? ` where state <> 'sending'` : '';
    // Nobody does anything, so no trigger fires; and whoever holds a row goes first.
    const work = `set local session_replication_role = replica; set local lock_timeout = '200ms';
      update ${name} set ${set.join(', ')}${rows}`;
    const move = () =>
      sql
        .begin((t) => t.unsafe(work))
        .then(
          () => 'moved',
          ({ code }: { code?: string }) => code,
        );
    await expect.poll(move, healing).toBe('moved');
  }
  return true;
}

/** This part runs in a new process, and each of the others in the one it had. @param before the processes before the fault */
export async function expectOnlyRestartOf(
  { location }: FaultyShop,
  part: Part,
  before: ReadonlyMap<string, number>,
): Promise<void> {
  const after = await childrenOf(location.folder);
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  expect([...after].filter(([name, pid]) => before.get(name) !== pid).map(([name]) => name)).toEqual([part]);
}

/** The reply is an error that asks to try again. */
export function expectTryAgain({ status, body }: Answer<Refused>): void {
  expect(status).toBe(503);
  expect(['shop_busy', 'service_unavailable']).toContain(body.code);
  expect(body.message).toMatch(/[Pp]lease try again/);
}

/** The reply is such an error or a success: on a busy machine the request may come before or after the fault. */
export function expectOrderOrTryAgain(answer: Answer<Refused>): void {
  if (answer.status !== 201) expectTryAgain(answer);
}

export async function expectOneOrder({ placeOrder, countOrders }: Guest): Promise<void> {
  // A request may still fail during recovery.
  const pressed = async () => {
    const answers: Answer<PlaceOrderReply>[] = [];
    await expect
      .poll(async () => answers.unshift(await placeOrder()) && answers[0]?.status, healing)
      .toBe(201);
    return answers[0]?.body.order.id;
  };
  expect(await pressed()).toBe(await pressed());
  expect(await countOrders()).toBe(1);
}
