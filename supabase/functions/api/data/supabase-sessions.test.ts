import { expect, it, vi } from 'vitest';
import { timeLimits } from '../../_shared/contract/time-limits.ts';
import { supabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { supabaseSessions } from './supabase-sessions.ts';

it('nobody else renews the tokens while a caller may still be renewing them, however slow each step is', async () => {
  // supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
  vi.stubGlobal('WebSocket', class {});
  // It reports each try there.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, timeLimits.database));
    throw new TypeError('too late');
  });
  const { forAuth } = supabaseClients(
    new Map([
      ['SUPABASE_URL', 'http://127.0.0.1'],
      ['SUPABASE_PUBLISHABLE_KEYS', '{"default": "key"}'],
      ['SUPABASE_SECRET_KEYS', '{"default": "key"}'],
    ]),
  );
  vi.useFakeTimers();
  const began = Date.now();
  const renewed = forAuth().refreshSession({ refresh_token: 'token' });
  await vi.runAllTimersAsync();
  expect((await renewed).error).toBeTruthy();
  const renewal = Date.now() - began;
  vi.useRealTimers();

  const rpc = vi.fn((_name: string, _parameters: { p_seconds?: number }) => Promise.resolve(true));
  const asShop = { rpc } as never;
  await supabaseSessions({ asShop }, {} as never).takeRefreshLease('sid');
  // The session is read before, and saved after.
  expect((rpc.mock.calls[0]?.[1].p_seconds ?? 0) * 1000).toBeGreaterThan(renewal + 2 * timeLimits.database);
});
