import type { LimitedAction } from '../../_shared/contract/rate-limits.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { tooManyRequests } from '../../_shared/http/too-many-requests.ts';
import { sha256Hex } from '../../_shared/secrets/sha256.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { LimitKeys, SignInSource } from '../deps.ts';

/** Rate limits, counted in Postgres for all processes of the functions together. */
export function supabaseLimits({ asShop }: SupabaseClients) {
  /** Counts one use; the seconds to wait, 0 when there is no need to. */
  const waitFor = async (action: LimitedAction, keys: LimitKeys) => {
    const hashed = Object.fromEntries(
      // What all together may do is a limit of some actions.
      Object.entries({ all: 'all', ...keys }).map(([subject, key]) => [
        subject,
        hashOf(subject as keyof LimitKeys, key),
      ]),
    );
    return asShop.rpc('take_limits', { p_action: action, p_keys: hashed });
  };
  return {
    waitFor,
    /** Counts one use. @throws Refusal `too_many_requests`, with the seconds to wait */
    take: async (action: LimitedAction, keys: LimitKeys) => refuseFor(await waitFor(action, keys)),
    /**
     * Signs in unless there were too many attempts from this address, or for this e-mail from unknown addresses. Counts the
     * attempt first, and remembers address and device on success: staff get a mail about a new device. A known device only
     * has the limit of its own wrong passwords.
     * @throws Refusal `too_many_requests`, or what `signIn` throws
     */
    signIn: async (email: string, source: SignInSource, signIn: () => Promise<AuthTokens>) => {
      const hashed = hashesOf(email, source);
      refuseFor(await asShop.rpc('take_sign_in', hashed));
      const record = (worked: boolean) => recordSignIn(hashed, source, worked);
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
    /** Remembers address and device after a sign-in by other means than `signIn`. */
    remember: async (email: string, source: SignInSource) =>
      recordSignIn(hashesOf(email, source), source, true),
    /** The second factor was entered on this device, which has its own count of guesses from now on. */
    rememberProof: async (email: string, source: SignInSource) => {
      const { p_email_hash, p_device_hash } = hashesOf(email, source);
      await asShop.rpc('record_proved_device', { p_email_hash, p_device_hash });
    },
  };

  async function recordSignIn(
    hashed: SourceHashes,
    { browser }: SignInSource,
    worked: boolean,
  ): Promise<void> {
    await asShop.rpc('record_sign_in', { ...hashed, p_worked: worked, p_device: browser ?? undefined });
  }
}

type SourceHashes = ReturnType<typeof hashesOf>;

const hashesOf = (email: string, { clientAddress, device }: SignInSource) => ({
  p_email_hash: hashOf('email', email),
  p_address_hash: addressHash(clientAddress),
  p_device_hash: sha256Hex(device),
});

function hashOf(subject: keyof LimitKeys, key: string): string {
  // The id of a session is a hash already; SQL counts only by those that exist.
  if (subject === 'session') return key;
  if (subject === 'device') return sha256Hex(key);
  return subject === 'address' || subject === 'place'
    ? addressHash(key)
    : sha256Hex(key.trim().toLowerCase());
}

/** @throws Refusal `too_many_requests` unless there is nothing to wait for */
function refuseFor(seconds: number): void {
  if (seconds > 0) throw tooManyRequests(seconds);
}
