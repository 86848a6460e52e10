import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isFree } from '../stack/shop-ports.ts';
import { allGone, childrenOf, inDatabase, newLocation, type ShopLocation, start } from './started-shop.ts';

/** Sends the signal to a shop and expects that every part stops and nothing is left behind. */
async function expectStopOf(shop: ReturnType<typeof start>, location: ShopLocation, signal: NodeJS.Signals) {
  const children = [...(await childrenOf(location.folder)).values()];
  expect(children.length).toBeGreaterThanOrEqual(3);
  const printed = shop.output().length;
  shop.process.kill(signal);
  expect(await shop.exit).toBe(0);
  expect(shop.output().slice(printed).trim()).toBe('Stopping …');
  expect(await allGone(children)).toBe(true);
  expect(existsSync(join(location.folder, 'running.json'))).toBe(false);
  for (const port of Object.values(location.ports)) expect(await isFree(port)).toBe(true);
}

describe('npm start', () => {
  test('SIGINT to npm stops the shop; after kill -9 no child is left, and it starts again with its data, once; SIGTERM to npm stops it', async () => {
    const location = await newLocation();
    const first = start(location, ['npm', 'start']);
    await first.until('Shop ready at');
    expect(first.output()).toMatch(/Second factor +not asked of admins/);
    expect(first.output()).toMatch(/Rate limits +higher/);
    // A seed has set it to false. The products stay: the site that all tests of this run share is built with them.
    await inDatabase(location, 'update private.settings set second_factor_required = true');
    await expectStopOf(first, location, 'SIGINT');

    const second = start(location);
    await second.until('Shop ready at');
    const children = [...(await childrenOf(location.folder)).values()];
    second.process.kill('SIGKILL');
    await second.exit;
    const third = start(location, ['npm', 'start']);
    await third.until('Shop ready at');
    expect(third.output()).toContain('Schema is up to date');
    expect(third.output()).not.toContain('Second factor');
    expect(await inDatabase(location, 'select second_factor_required from private.settings')).toEqual([
      { second_factor_required: true },
    ]);
    expect(await allGone(children)).toBe(true);
    // A further one says that the shop is running.
    const fourth = start(location);
    expect(await fourth.exit).toBe(1);
    expect(fourth.output().trim()).toMatch(
      /^The shop is already running here \(process \d+\): use it, or stop it with Ctrl-C first\.$/,
    );
    await expectStopOf(third, location, 'SIGTERM');
  }, 240_000);

  test('a signal during the start stops it after the current step', async () => {
    const location = await newLocation();
    const shop = start(location);
    await shop.until('PostgreSQL 17 is up');
    shop.process.kill('SIGINT');
    expect(await shop.exit).toBe(0);
    expect(shop.output()).not.toContain('edge functions run');
    expect(existsSync(join(location.folder, 'running.json'))).toBe(false);
    expect(await isFree(location.ports.postgres)).toBe(true);
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
