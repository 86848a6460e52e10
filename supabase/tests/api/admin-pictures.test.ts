import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { registered } from '../admin-visitor.ts';
import { Visitor } from '../api-visitor.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const { addresses, keys, dataFolder } = stackUnderTest();
const storage = `${addresses.supabase}/storage/v1`;
/** A WebP of this many bytes, as far as its first ones tell. */
function picture(length = 52): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  bytes.write(`RIFF0000WEBPVP8 ${randomUUID()}`);
  bytes.writeUInt32LE(length - 8, 4);
  return new Uint8Array(bytes);
}

/** By name, what a caller sends to Storage to be known: nothing, the shop's public key, a person's own token. */
const cast: Record<string, Record<string, string>> = {};
/** By name, who calls the API. */
const visitors: Record<string, Visitor> = {};
let admin: Awaited<ReturnType<typeof registered>>;
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
    const one = await registered(sql, role);
    visitors[role === 'admin' ? 'admin' : 'ada'] = one;
    if (role === 'admin') admin = one;
    const [row] = await sql<{ email: string }[]>`select email from public.users where id = ${one.userId}`;
    return { apikey: keys.publishable, authorization: `Bearer ${await token(row?.email ?? '')}` };
  };
  cast.visitor = {};
  visitors.visitor = new Visitor();
  visitors.guest = visitors.visitor;
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
/** As the dashboard stores a picture. */
const store = (who: string, name: string, bytes = picture()) =>
  (visitors[who] as Visitor).put<{ url: string } & ErrorReply>(`/api/pictures/${name}`, {
    data: Buffer.from(bytes).toString('base64'),
  });
const read = (name: string) => fetch(`${storage}/object/public/products/${name}`);
const newName = () => `${createHash('sha256').update(randomUUID()).digest('hex')}-320.webp`;

describe('the pictures of the products', () => {
  it('are stored for an admin and public, and cached for a year', async () => {
    const [name, body] = [newName(), picture()];
    const { status, body: reply } = await store('admin', name, body);
    expect([status, reply]).toEqual([200, { url: `${storage}/object/public/products/${name}` }]);
    const seen = await fetch(reply.url);
    expect(seen.status).toBe(200);
    expect(seen.headers.get('content-type')).toBe('image/webp');
    expect(seen.headers.get('cache-control')).toBe('max-age=31536000');
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(body);
    const [largest, large] = [newName(), picture(200_000)];
    expect((await store('admin', largest, large)).status).toBe(200);
    expect((await (await read(largest)).arrayBuffer()).byteLength).toBe(200_000);
  });

  it.each([
    ['a page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
    ['a JPEG', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])],
    ['nothing', new Uint8Array()],
  ])('that are %s are refused, whatever their name says', async (_, bytes) => {
    const name = newName();
    const { status, body } = await store('admin', name, bytes);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['data']]);
    expect((await read(name)).ok).toBe(false);
  });

  it.each(['visitor', 'guest', 'ada', 'admin'])(
    'cannot be added, overwritten, moved or copied by %s past the shop',
    async (who) => {
      const [name, body] = [newName(), picture()];
      await store('admin', name, body);
      const other = newName();
      const json = 'application/json';
      if (who !== 'admin') expect((await store(who, other)).status).toBeGreaterThanOrEqual(401);
      expect((await upload(who, other)).status).toBe(400);
      expect((await upload(who, name, picture(), { 'x-upsert': 'true' })).status).toBe(400);
      expect((await send(who, 'PUT', `/object/products/${name}`, picture())).status).toBe(400);
      for (const way of ['move', 'copy']) {
        const where = { bucketId: 'products', sourceKey: name, destinationKey: other };
        expect((await send(who, 'POST', `/object/${way}`, JSON.stringify(where), json)).status).toBe(400);
      }
      expect((await send(who, 'POST', `/object/upload/sign/products/${other}`, '{}', json)).status).toBe(400);
      const emptied = await send(who, 'POST', '/bucket/products/empty', '{}', json);
      expect(emptied.ok).toBe(false);
      expect((await send(who, 'PUT', '/bucket/products', JSON.stringify({ public: false }), json)).ok).toBe(
        false,
      );

      expect(new Uint8Array(await (await read(name)).arrayBuffer())).toEqual(body);
      expect((await read(other)).ok).toBe(false);
    },
  );

  it.each(['visitor', 'guest', 'ada'])('cannot be erased or listed by %s', async (who) => {
    const [name, body] = [newName(), picture()];
    await store('admin', name, body);
    const json = 'application/json';
    const erased = await send(who, 'DELETE', '/object/products', JSON.stringify({ prefixes: [name] }), json);
    expect(erased.ok ? await erased.json() : []).toEqual([]);
    const prefix = JSON.stringify({ prefix: '', limit: 10 });
    const list = await send(who, 'POST', '/object/list/products', prefix, json);
    expect(list.ok ? await list.json() : []).toEqual([]);
    expect(new Uint8Array(await (await read(name)).arrayBuffer())).toEqual(body);
  });

  it('are stored again and never replaced, listed and erased by an admin; an erased one is gone from the disk', async () => {
    const [name, body] = [newName(), picture()];
    await store('admin', name, body);
    expect((await store('admin', name, body)).status).toBe(200);
    expect((await store('admin', name)).status).toBe(400);
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

  it('are stored no longer when the role is taken', async () => {
    expect((await store('admin', newName())).status).toBe(200);
    await sql`update public.users set role = 'customer' where id = ${admin.userId}`;
    expect((await store('admin', newName())).status).toBe(403);
  });
});
