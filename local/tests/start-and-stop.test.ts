import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isFree } from '../stack/shop-ports.ts';
import { allGone, childrenOf, inDatabase, newPlace, start } from './started-shop.ts';

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

  test.each(['SIGINT', 'SIGTERM'] as const)('%s to npm stops the shop', async (signal) => {
    const place = await newPlace();
    const shop = start(place, ['npm', 'start']);
    await shop.until('Shop ready at');
    const children = childrenOf(place.folder);
    shop.process.kill(signal);
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

  test('a part that is killed is started again, and the rest answers meanwhile', async () => {
    const place = await newPlace();
    const shop = start(place);
    await shop.until('Shop ready at');
    const site = `http://127.0.0.1:${place.ports.site}`;
    const answers = async (path: string) => (await fetch(site + path)).status;
    // Each of them asks the database through a function: there is no such thing.
    const answersAll = () => answers('/api/products/no-such-thing').catch(() => 0);
    const before = childrenOf(place.folder);
    for (const [part, name] of [
      [0, 'Postgres'],
      [1, 'Function api'],
    ] as const) {
      process.kill(before[part] as number, 'SIGKILL');
      await shop.until(`${name} ended unexpectedly (SIGKILL)`);
      expect(await answers('/')).toBe(200);
      await shop.until(`${name} runs again`);
      await expect.poll(answersAll, { timeout: 20_000 }).toBe(404);
      const now = childrenOf(place.folder);
      expect(now[part]).not.toBe(before[part]);
      expect(now.filter((_, i) => i > part)).toEqual(before.filter((_, i) => i > part));
    }
    const children = childrenOf(place.folder);
    shop.process.kill('SIGINT');
    expect(await shop.exit).toBe(0);
    expect(await allGone(children)).toBe(true);
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
