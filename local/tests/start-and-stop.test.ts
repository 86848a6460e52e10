import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isFree } from '../stack/shop-ports.ts';
import { allGone, childrenOf, inDatabase, newLocation, type ShopLocation, start } from './started-shop.ts';

/** Sends the signal to a shop and expects that every part stops and nothing is left behind. */
async function expectStopOf(shop: ReturnType<typeof start>, location: ShopLocation, signal: NodeJS.Signals) {
  const children = childrenOf(location.folder);
  expect(children.length).toBeGreaterThanOrEqual(3);
  shop.process.kill(signal);
  expect(await shop.exit).toBe(0);
  expect(await allGone(children)).toBe(true);
  expect(existsSync(join(location.folder, 'running.json'))).toBe(false);
  for (const port of Object.values(location.ports)) expect(await isFree(port)).toBe(true);
}

describe('npm start', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s to npm stops the shop', async (signal) => {
    const location = await newLocation();
    const shop = start(location, ['npm', 'start']);
    await shop.until('Shop ready at');
    const children = childrenOf(location.folder);
    shop.process.kill(signal);
    expect(await allGone(children)).toBe(true);
    for (const port of Object.values(location.ports)) expect(await isFree(port)).toBe(true);
  });

  test('a signal during the start stops it', async () => {
    const location = await newLocation();
    const shop = start(location);
    await shop.until('PostgreSQL 17 is up');
    shop.process.kill('SIGINT');
    expect(await shop.exit).toBe(0);
    expect(existsSync(join(location.folder, 'running.json'))).toBe(false);
    expect(await isFree(location.ports.postgres)).toBe(true);
  });

  test('a part that is killed is restarted, and the rest answers meanwhile; SIGINT stops all of them', async () => {
    const location = await newLocation();
    const shop = start(location);
    await shop.until('Shop ready at');
    const site = `http://127.0.0.1:${location.ports.site}`;
    const statusOf = async (path: string) => (await fetch(site + path)).status;
    // A request that reaches the database through a function.
    const databaseStatus = () => statusOf('/api/products/no-such-thing').catch(() => 0);
    const before = childrenOf(location.folder);
    for (const [part, name] of [
      [0, 'Postgres'],
      [1, 'Function api'],
    ] as const) {
      process.kill(before[part] as number, 'SIGKILL');
      await shop.until(`${name} ended unexpectedly (SIGKILL)`);
      expect(await statusOf('/')).toBe(200);
      await shop.until(`${name} runs again`);
      await expect.poll(databaseStatus, { timeout: 20_000 }).toBe(404);
      const now = childrenOf(location.folder);
      expect(now[part]).not.toBe(before[part]);
      expect(now.filter((_, i) => i > part)).toEqual(before.filter((_, i) => i > part));
    }
    await expectStopOf(shop, location, 'SIGINT');
  });

  test('after kill -9 no child is left, and it starts again with its data, once; SIGTERM stops every part', async () => {
    const location = await newLocation();
    const first = start(location);
    await first.until('Shop ready at');
    const children = childrenOf(location.folder);
    // A seed has set it to false. The products stay: the site that all tests of this run share is built with them.
    await inDatabase(location, 'update private.settings set second_factor_required = true');
    first.process.kill('SIGKILL');
    await first.exit;
    const second = start(location);
    await second.until('Shop ready at');
    expect(second.output()).toContain('Schema is up to date');
    expect(await inDatabase(location, 'select second_factor_required from private.settings')).toEqual([
      { second_factor_required: true },
    ]);
    expect(await allGone(children)).toBe(true);
    // A further one says that the shop is running.
    const third = start(location);
    expect(await third.exit).toBe(1);
    expect(third.output().trim()).toMatch(
      /^The shop is already running here \(process \d+\): use it, or stop it with Ctrl-C first\.$/,
    );
    await expectStopOf(second, location, 'SIGTERM');
  });

  test('a busy port is reported with what to type', async () => {
    const location = await newLocation();
    const neighbour = createServer().listen(location.ports.gateway, '127.0.0.1');
    onTestFinished(() => void neighbour.close());
    const shop = start(location);
    expect(await shop.exit).toBe(1);
    expect(shop.output()).toContain(
      `Port ${location.ports.gateway} is in use: stop what uses it, or type GATEWAY_PORT=${location.ports.gateway + 1000} npm start`,
    );
    expect(existsSync(join(location.folder, 'running.json'))).toBe(false);
  });

  test('an invalid port is reported', async () => {
    const location = await newLocation();
    const shop = start({ ...location, ports: { ...location.ports, site: 99_999 } });
    expect(await shop.exit).toBe(1);
    expect(shop.output()).toContain('SITE_PORT=99999 is no port');
  });
});
