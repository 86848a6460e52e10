import { expect, test, vi } from 'vitest';
import { Refusal } from '../../_shared/http/refusal.ts';
import { sha256Hex } from '../../_shared/secrets/sha256.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { supabaseLimits } from './supabase-limits.ts';

/** The limits over a database that answers each call with so many seconds to wait. */
function limitsWith(wait = 0) {
  const rpc = vi.fn((_name: string, _parameters: unknown) => Promise.resolve(wait));
  return { rpc, limits: supabaseLimits({ asShop: { rpc } } as unknown as SupabaseClients) };
}

test('keys are sent hashed: an e-mail in lower case, an IPv6 address by its first 56 bits, a device as it is; a session by its id, a hash', async () => {
  const { rpc, limits } = limitsWith();
  await limits.take('sign_in', {
    email: ' Ada@Example.com',
    address: '2001:db8:1:2::7',
    place: '2001:db8:1:3::7',
    device: 'aB-9',
    session: 'ab01',
  });
  expect(rpc.mock.calls).toEqual([
    [
      'take_limits',
      {
        p_action: 'sign_in',
        p_keys: {
          all: sha256Hex('all'),
          email: sha256Hex('ada@example.com'),
          address: sha256Hex('2001:db8:1:0000::/56'),
          place: sha256Hex('2001:db8:1:0000::/56'),
          device: sha256Hex('aB-9'),
          session: 'ab01',
        },
      },
    ],
  ]);
});

test.each([
  [1, 'a second'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [3600, '60 minutes'],
])('a wait of %i seconds is refused with its duration', async (seconds, wait) => {
  const refused = limitsWith(seconds).limits.take('register', { address: '41.90.64.1' });
  await expect(refused).rejects.toMatchObject({
    code: 'too_many_requests',
    message: `Too many attempts. Please try again in ${wait}.`,
    details: { headers: { 'retry-after': String(seconds) } },
  });
});

const source = {
  clientAddress: '41.90.64.1',
  device: 'her phone',
  browser: 'Chrome on Android',
};

test('a wrong password is counted, a success is recorded, and a failure of the auth service is not counted', async () => {
  const outcomes = async (signIn: () => Promise<never>) => {
    const { rpc, limits } = limitsWith();
    await limits.signIn('ada@example.com', source, signIn).catch(() => {});
    return rpc.mock.calls.map(([name, parameters]) => [
      name,
      (parameters as { p_worked?: boolean }).p_worked,
    ]);
  };
  const counted = ['take_sign_in', undefined];
  expect(await outcomes(() => Promise.resolve({} as never))).toEqual([counted, ['record_sign_in', true]]);
  expect(await outcomes(() => Promise.reject(new Refusal('bad_credentials')))).toEqual([counted]);
  for (const other of [new Refusal('service_unavailable'), new Error('The auth service refused with 400')])
    expect(await outcomes(() => Promise.reject(other))).toEqual([counted, ['record_sign_in', false]]);
});

test('a device that signed in with a link is remembered like one with a password', async () => {
  const { rpc, limits } = limitsWith();
  await limits.signIn('ada@example.com', source, () => Promise.resolve({} as never));
  await limits.remember('Ada@example.com', source);
  expect(rpc.mock.calls[2]).toEqual(rpc.mock.calls[1]);
  expect(rpc.mock.calls[2]?.[1]).toMatchObject({ p_worked: true, p_device: 'Chrome on Android' });
});

test('a sign-in is refused during the wait', async () => {
  const signIn = vi.fn();
  await expect(limitsWith(4).limits.signIn('ada@example.com', source, signIn)).rejects.toThrow('4 seconds');
  expect(signIn).not.toHaveBeenCalled();
});
