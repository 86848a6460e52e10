import type { LimitSubject, LimitedAction } from '../../_shared/contract/rate-limits.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

/** From where a call comes, for the limits. */
export type CallSource = {
  clientAddress: string;
  /** Has just solved a challenge: the limit for the address does not count. */
  isHuman: boolean;
};

/** The same for a sign-in: with the value of the device's cookie, and browser and system in words, `Chrome on Android`. */
export type SignInSource = CallSource & { device: string; browser: string | null };

/** Who the callers of a limited action are, by what is counted; hashed before it is stored. */
type LimitKeys = Partial<Record<LimitSubject, string>>;

/** How often something may be done; counted in Postgres, for every process of the functions together. */
export type Limits = {
  /** Counts one use. @throws Refusal `too_many_requests`, with the seconds to wait */
  take(action: LimitedAction, keys: LimitKeys): Promise<void>;
  /** Counts one use; the seconds to wait, 0 when there is no need to. */
  waitFor(action: LimitedAction, keys: LimitKeys): Promise<number>;
  /**
   * Signs in unless there were too many attempts from this address, or for this e-mail from places that it never signed
   * in from; counts before it asks, and remembers address and device when it worked: staff get a mail about a new one. A device that is known meets only
   * the limit of its own wrong passwords.
   * @throws Refusal `too_many_requests`, or what `signIn` throws
   */
  signIn(email: string, source: SignInSource, signIn: () => Promise<AuthTokens>): Promise<AuthTokens>;
  /** Remembers address and device of whoever has signed in in another way than by `signIn`. */
  remember(email: string, source: SignInSource): Promise<void>;
};
