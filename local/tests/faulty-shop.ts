import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { type Answer, Visitor } from '../../supabase/tests/api-visitor.ts';
import { orderRequest } from '../../supabase/tests/shop-cast.ts';
import { type LocalSecrets, localSecrets } from '../stack/local-secrets.ts';
import { childrenOf, newPlace, type Place, start, type Start } from './started-shop.ts';

/** How long something may take to heal. */
export const waiting = { timeout: 40_000, interval: 500 };

type Refused = { code?: string; message?: string };

/** A shop that `npm start` started, which looks after itself, for the tests of one file. Filled before the first. */
export type FaultyShop = {
  place: Place;
  shop: Start;
  secrets: LocalSecrets;
  /** Origins. */
  site: string;
  supabase: string;
  gateway: string;
  /** Of the database. */
  url: string;
  sql: postgres.Sql;
  frontPage(): Promise<number>;
  guest(): Guest;
};

/** A guest who presses the button, with the same key each time, as the page does. */
export type Guest = {
  visitor: Visitor;
  press(): Promise<Answer<PlaceOrderReply & Refused>>;
  /** How many orders the presses have made. */
  written(): Promise<number>;
};

/** To be called once in a file: starts the shop before its tests, and after each sees that nothing is half. */
export function openFaultyShop(): FaultyShop {
  const ends: (() => void | Promise<void>)[] = [];
  const whenOver = (end: () => void | Promise<void>) => void ends.push(end);
  const one = {} as FaultyShop;

  beforeAll(async () => {
    const place = await newPlace(whenOver);
    const shop = start(place, undefined, whenOver);
    // It may have to build the site first.
    await shop.until('Shop ready at', 170_000);
    const on = (port: number) => `http://127.0.0.1:${port}`;
    const { ports } = place;
    const secrets = await localSecrets(place.folder);
    const url = `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`;
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    whenOver(() => sql.end({ timeout: 1 }));
    const site = on(ports.site);
    const product = await new Visitor(site).someProduct(20);
    const frontPage = async () => (await fetch(site)).status;
    const guest = () => {
      const visitor = new Visitor(site);
      const key = randomUUID();
      const order = orderRequest([{ productId: product.id, quantity: 1, price: product.price }]);
      return {
        visitor,
        press: () =>
          visitor.post<PlaceOrderReply & Refused>('/api/orders', order, { 'idempotency-key': key }),
        written: async () =>
          Number((await sql`select count(*) as n from private.idempotency_keys where key = ${key}`)[0]?.n),
      };
    };
    const origins = { site, supabase: on(ports.supabase), gateway: on(ports.gateway) };
    Object.assign(one, { place, shop, secrets, ...origins, url, sql, frontPage, guest });
  }, 180_000);

  afterEach(async () => {
    // What a part of it does never ends the shop itself; if it does, its last words say why.
    expect(
      one.shop.process.exitCode ?? one.shop.process.signalCode,
      one.shop.output().slice(-3000),
    ).toBeNull();
    await expect.poll(() => one.sql`select * from private.invariants`.catch(String), waiting).toEqual([]);
  }, 60_000);

  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  }, 60_000);

  return one;
}

/** The processes in their order: Postgres first, then the functions by their names. */
export const parts = {
  postgres: 0,
  api: 1,
  messageEvents: 2,
  paymentReturn: 3,
  reconcile: 4,
  sendMessages: 5,
} as const;

export function signal({ place }: FaultyShop, part: keyof typeof parts, what: NodeJS.Signals): void {
  process.kill(childrenOf(place.folder)[parts[part]] as number, what);
}

/** Told in a sentence that it did not work. */
export function expectSentence({ status, body }: Answer<Refused>): void {
  expect(status).toBeGreaterThanOrEqual(500);
  expect(['internal', 'shop_busy', 'service_unavailable']).toContain(body.code);
  expect(body.message).toMatch(/[Pp]lease try again/);
}

/** Told so, or just before the fault or after it that it did: a machine may be too busy to press in the middle. */
export function expectAnswer(answer: Answer<Refused>): void {
  if (answer.status !== 201) expectSentence(answer);
}

export async function expectOneOrder({ press, written }: Guest): Promise<void> {
  // What fails may fail once more in between.
  const pressed = async () => {
    const answers: Answer<PlaceOrderReply>[] = [];
    await expect.poll(async () => answers.unshift(await press()) && answers[0]?.status, waiting).toBe(201);
    return answers[0]?.body.order.id;
  };
  expect(await pressed()).toBe(await pressed());
  expect(await written()).toBe(1);
}
