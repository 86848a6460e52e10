import type { LogEntry } from './log.ts';
import type { Env } from './required-env.ts';

/** A CAPTCHA, required of callers who are above a limit for their address. */
export type Challenge = {
  /** Public; the browser shows the challenge with it. */
  siteKey: string;
  /** Whether this is the answer of somebody who solved it just now, once. */
  isSolved(token: string, clientAddress: string): Promise<boolean>;
};

/** The header with which a browser repeats a request after solving the challenge. */
export const challengeTokenHeader = 'x-challenge-token';

/** Milliseconds: whoever waits for the answer has solved a challenge already. */
const timeoutMs = 5_000;

/**
 * Cloudflare Turnstile (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/); null unless
 * TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY are set.
 */
export function turnstile(env: Env, log: (entry: LogEntry) => void): Challenge | null {
  const siteKey = env.get('TURNSTILE_SITE_KEY');
  const secret = env.get('TURNSTILE_SECRET_KEY');
  if (!siteKey || !secret) return null;
  return {
    siteKey,
    isSolved: async (token, clientAddress) => {
      // Longer ones are not Turnstile's.
      if (token.length > 2048) return false;
      try {
        const response = await fetch('https://challenges.cloudflare.com/turnstile/v0/siteverify', {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: clientAddress }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return ((await response.json()) as { success?: unknown }).success === true;
      } catch (error) {
        // Then the limit stays as it is without a challenge.
        log({ level: 'warn', event: 'challenge_not_verified', message: String(error) });
        return false;
      }
    },
  };
}
