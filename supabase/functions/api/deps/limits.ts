import type { LimitSubject, LimitedAction } from '../../_shared/contract/rate-limits.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

/** From where a sign-in comes: with the value of the device's cookie, and browser and system in words, `Chrome on Android`. */
export type SignInSource = { clientAddress: string; device: string; browser: string | null };

/**
 * Who the callers of a limited action are, by what is counted, with the value of the device's cookie; hashed before it is
 * stored, as the id of a session is already. `place`: the address where it was counted itself before.
 */
export type LimitKeys = Partial<Record<LimitSubject | 'device' | 'place', string>>;

/** Rate limits, counted in Postgres for all processes of the functions together. */
export type Limits = {
  /** Counts one use. @throws Refusal `too_many_requests`, with the seconds to wait */
  take(action: LimitedAction, keys: LimitKeys): Promise<void>;
  /** Counts one use; the seconds to wait, 0 when there is no need to. */
  waitFor(action: LimitedAction, keys: LimitKeys): Promise<number>;
  /**
   * Signs in unless there were too many attempts from this address, or for this e-mail from unknown addresses. Counts the
   * attempt first, and remembers address and device on success: staff get a mail about a new device. A known device only
   * has the limit of its own wrong passwords.
   * @throws Refusal `too_many_requests`, or what `signIn` throws
   */
  signIn(email: string, source: SignInSource, signIn: () => Promise<AuthTokens>): Promise<AuthTokens>;
  /** Remembers address and device after a sign-in by other means than `signIn`. */
  remember(email: string, source: SignInSource): Promise<void>;
  /** The second factor was entered on this device, which has its own count of guesses from now on. */
  rememberProof(email: string, source: SignInSource): Promise<void>;
};
