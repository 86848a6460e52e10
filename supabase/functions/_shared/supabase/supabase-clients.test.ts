import { afterEach, expect, it, vi } from 'vitest';
import { countingCalls } from '../logging/call-count.ts';
import { type Query, supabaseClients } from './supabase-clients.ts';

const env = new Map([
  ['SUPABASE_URL', 'https://ref.supabase.example'],
  ['SUPABASE_PUBLISHABLE_KEYS', '{"default":"sb_publishable_1"}'],
  ['SUPABASE_SECRET_KEYS', '{"default":"sb_secret_1"}'],
]);
afterEach(() => vi.unstubAllGlobals());

it('the auth service learns whose sign-in it is, from the owner of the secret key', async () => {
  // supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
  vi.stubGlobal('WebSocket', class {});
  const fetched = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(Response.json({ code: 'over_request_rate_limit', msg: 'slow down' }, { status: 429 })),
  );
  vi.stubGlobal('fetch', fetched);
  const { forAuth } = supabaseClients(env);
  const typed = { email: 'ada@example.com', password: 'secret' };
  const { error } = await forAuth('41.90.64.17').signInWithPassword(typed);
  expect(error?.status).toBe(429);
  await forAuth().signInWithPassword(typed);
  const sent = fetched.mock.calls.map(([, init]) => {
    const headers = new Headers(init.headers);
    return [headers.get('sb-forwarded-for'), headers.get('apikey')];
  });
  expect(sent).toEqual([
    ['41.90.64.17', 'sb_secret_1'],
    [null, 'sb_secret_1'],
  ]);
});

it('a read that failed is not repeated', async () => {
  vi.stubGlobal('WebSocket', class {});
  const fetched = vi.fn(() => Promise.resolve(new Response('busy', { status: 503 })));
  vi.stubGlobal('fetch', fetched);
  const { asShop, asPerson } = supabaseClients(env);
  const read: Query<object[]> = (client) => client.from('products').select('id');
  await expect(asShop(read)).rejects.toThrow();
  await expect(asPerson({ accessToken: 'token' }, read)).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('each call counts for the request that makes it', async () => {
  vi.stubGlobal('WebSocket', class {});
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])));
  const { asShop, asShopFor } = supabaseClients(env);
  const calls = await countingCalls(async (count) => {
    await Promise.all(
      [asShop, asShopFor('ada')].map((run) => run((client) => client.from('products').select('id'))),
    );
    return count.calls;
  });
  expect(calls).toBe(2);
});
