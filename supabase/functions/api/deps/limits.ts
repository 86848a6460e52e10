import type { LimitSubject, LimitedAction } from '../../_shared/contract/rate-limits.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

/** The source of a call, for rate limits. */
export type CallSource = {
  clientAddress: string;
  /** Has just solved a challenge: the limit for the address does not count. */
  isHuman: boolean;
};

/** The same for a sign-in: with the value of the device's cookie, and browser and system in words, `Chrome on Android`. */
export type SignInSource = CallSource & { device: string; browser: string | null };

/** Who the callers of a limited action are, by what is counted; hashed before it is stored, as the id of a session is already. */
type LimitKeys = Partial<Record<LimitSubject, string>>;

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
};
