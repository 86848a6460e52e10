import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessToken } from '../../functions/_shared/contract/admin.ts';
import { registered } from '../admin-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const { addresses, keys, dataFolder } = stackUnderTest();
const storage = `${addresses.supabase}/storage/v1`;
const picture = () => new Uint8Array(Buffer.from(`a picture ${randomUUID()}`));

/** By name, what a caller sends to be known: nothing, the shop's public key, a person's own token. */
const cast: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  const token = async (email: string) => {
    const answer = await fetch(`${addresses.supabase}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a long password' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const person = async (role: 'customer' | 'admin') => {
    const { userId } = await registered(sql, role);
    const [row] = await sql<{ email: string }[]>`select email from public.users where id = ${userId}`;
    return { apikey: keys.publishable, authorization: `Bearer ${await token(row?.email ?? '')}` };
  };
  cast.visitor = {};
  cast.guest = { apikey: keys.publishable };
  cast.ada = await person('customer');
  cast.admin = await person('admin');
});

const send = (who: string, method: string, path: string, body?: Uint8Array | string, type = 'image/webp') =>
  fetch(`${storage}${path}`, {
    method,
    headers: {
      ...cast[who],
      ...(body === undefined ? {} : { 'content-type': type }),
      'cache-control': 'max-age=31536000',
    },
    body: body as BodyInit | undefined,
  });
const upload = (who: string, name: string, body = picture(), headers = {}) =>
  fetch(`${storage}/object/products/${name}`, {
    method: 'POST',
    headers: { ...cast[who], 'content-type': 'image/webp', 'cache-control': 'max-age=31536000', ...headers },
    body,
  });
const read = (name: string) => fetch(`${storage}/object/public/products/${name}`);
const newName = () => `${createHash('sha256').update(randomUUID()).digest('hex')}-320.webp`;

describe('the pictures of the products', () => {
  it('are uploaded by an admin and public, and cached for a year', async () => {
    const [name, body] = [newName(), picture()];
    expect((await upload('admin', name, body)).status).toBe(200);
    const seen = await read(name);
    expect(seen.status).toBe(200);
    expect(seen.headers.get('content-type')).toBe('image/webp');
    expect(seen.headers.get('cache-control')).toBe('max-age=31536000');
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(body);
    const again = await upload('admin', name, picture());
    expect([again.status, await again.json()]).toMatchObject([400, { statusCode: '409' }]);
    expect(new Uint8Array(await (await read(name)).arrayBuffer())).toEqual(body);
  });

  it.each(['visitor', 'guest', 'ada'])(
    'cannot be added, overwritten, moved, copied, erased or listed by %s',
    async (who) => {
      const [name, body] = [newName(), picture()];
      await upload('admin', name, body);
      const other = newName();
      const json = 'application/json';
      expect((await upload(who, other)).status).toBe(400);
      expect((await upload(who, name, picture(), { 'x-upsert': 'true' })).status).toBe(400);
      expect((await send(who, 'PUT', `/object/products/${name}`, picture())).status).toBe(400);
      for (const way of ['move', 'copy']) {
        const where = { bucketId: 'products', sourceKey: name, destinationKey: other };
        expect((await send(who, 'POST', `/object/${way}`, JSON.stringify(where), json)).status).toBe(400);
      }
      expect((await send(who, 'POST', `/object/upload/sign/products/${other}`, '{}', json)).status).toBe(400);
      const erased = await send(
        who,
        'DELETE',
        '/object/products',
        JSON.stringify({ prefixes: [name] }),
        json,
      );
      expect(erased.ok ? await erased.json() : []).toEqual([]);
      const list = await send(
        who,
        'POST',
        '/object/list/products',
        JSON.stringify({ prefix: '', limit: 10 }),
        json,
      );
      expect(list.ok ? await list.json() : []).toEqual([]);
      const emptied = await send(who, 'POST', '/bucket/products/empty', '{}', json);
      expect(emptied.ok).toBe(false);
      expect((await send(who, 'PUT', '/bucket/products', JSON.stringify({ public: false }), json)).ok).toBe(
        false,
      );

      expect(new Uint8Array(await (await read(name)).arrayBuffer())).toEqual(body);
      expect((await read(other)).ok).toBe(false);
    },
  );

  it('are replaced, listed and erased by an admin, and an erased one is gone from the disk', async () => {
    const [name, body] = [newName(), picture()];
    await upload('admin', name);
    expect((await upload('admin', name, body, { 'x-upsert': 'true' })).status).toBe(200);
    expect(new Uint8Array(await (await read(name)).arrayBuffer())).toEqual(body);
    const json = 'application/json';
    const list = await send(
      'admin',
      'POST',
      '/object/list/products',
      JSON.stringify({ prefix: '', search: name }),
      json,
    );
    expect(await list.json()).toMatchObject([{ name }]);
    const erased = await send(
      'admin',
      'DELETE',
      '/object/products',
      JSON.stringify({ prefixes: [name] }),
      json,
    );
    expect(await erased.json()).toMatchObject([{ name }]);
    expect((await read(name)).ok).toBe(false);
    const files = readdirSync(join(dataFolder, 'storage', 'products'));
    expect(files.filter((file) => file.startsWith(name))).toEqual([]);
  });

  it('are pictures of a sensible size and nothing else', async () => {
    const page = await upload('admin', `${randomUUID()}.html`, picture(), { 'content-type': 'text/html' });
    expect([page.status, await page.json()]).toMatchObject([400, { statusCode: '415' }]);
    const huge = await upload('admin', newName(), new Uint8Array(2_000_001));
    expect([huge.status, await huge.json()]).toMatchObject([400, { statusCode: '413' }]);
  });

  it('are put there with the token that the dashboard gets, and no longer when the role is taken', async () => {
    const admin = await registered(sql, 'admin');
    const { token } = (await admin.get<AccessToken>('/api/auth/token')).body;
    cast.former = { apikey: keys.publishable, authorization: `Bearer ${token}` };
    expect((await upload('former', newName())).status).toBe(200);
    await sql`update public.users set role = 'customer' where id = ${admin.userId}`;
    expect((await upload('former', newName())).status).toBe(400);
  });
});
