import type { LimitSubject } from '../../_shared/contract/rate-limits.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { tooManyRequests } from '../../_shared/http/too-many-requests.ts';
import { sha256Hex } from '../../_shared/http/session-cookie.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Limits } from '../deps.ts';

export function supabaseLimits({ asShop }: SupabaseClients): Limits {
  const waitFor: Limits['waitFor'] = async (action, keys) => {
    const hashed: Record<string, string> = {};
    for (const [subject, key] of Object.entries(keys)) {
      hashed[subject] = await hashOf(subject as LimitSubject, key);
    }
    return asShop((shop) => shop.rpc('take_limits', { p_action: action, p_keys: hashed }));
  };
  return {
    waitFor,
    take: async (action, keys) => refuseFor(await waitFor(action, keys)),
    signIn: async (email, { clientAddress, isHuman, device }, signIn) => {
      const [p_email_hash, p_address_hash, p_device_hash] = await Promise.all([
        hashOf('email', email),
        hashOf('address', clientAddress),
        sha256Hex(device),
      ]);
      const source = { p_email_hash, p_address_hash, p_device_hash };
      refuseFor(await asShop((shop) => shop.rpc('take_sign_in', { ...source, p_is_human: isHuman })));
      const record = (worked: boolean) =>
        asShop((shop) => shop.rpc('record_sign_in', { ...source, p_worked: worked }));
      try {
        const tokens = await signIn();
        await record(true);
        return tokens;
      } catch (error) {
        // A wrong password was counted before it was tried.
        if (!(error instanceof Refusal && error.code === 'bad_credentials')) await record(false);
        throw error;
      }
    },
  };
}

function hashOf(subject: LimitSubject, key: string): Promise<string> {
  return subject === 'address' ? addressHash(key) : sha256Hex(key.trim().toLowerCase());
}

/** @throws Refusal `too_many_requests` unless there is nothing to wait for */
function refuseFor(seconds: number): void {
  if (seconds > 0) throw tooManyRequests(seconds);
}
