import type { Context } from 'hono';
import { challengeTokenHeader } from '../../_shared/http/challenge.ts';
import { deviceName } from '../../_shared/http/device-name.ts';
import type { EdgeProxyCall } from '../../_shared/http/edge-proxy-call.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import {
  expired,
  newSessionValue,
  readDeviceCookie,
  readSessionCookie,
  sessionCookie,
  signInMarkCookie,
  sessionId,
} from '../../_shared/http/session-cookie.ts';
import type { AuthTokens, SessionContent } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import type { CallSource, SignInSource } from '../deps/limits.ts';

export type ApiEnv = {
  Variables: {
    /** Absent when the call did not come through the edge proxy. */
    call: EdgeProxyCall;
    /** The e-mail or the id of the account that this is about, for the log, which hashes it. */
    account?: string;
    /** Names this request in the log and in every error. */
    requestId: string;
    /** The path of the endpoint that answers, with the names of its parameters. */
    route?: string;
    /** Set by `callSource`. */
    source?: CallSource;
    /** Cookies for the browser, sent with whatever is answered. */
    cookies?: readonly string[];
  };
};

/** Who is calling: a visitor without a session, a guest with one, or a signed-in person. */
export type Caller = {
  /** Hashed session id; null for a visitor who has none yet. */
  sid: string | null;
  tokens: AuthTokens | null;
};

/** Renew an access token this many seconds before it ends. */
const renewAhead = 60;

/** Sends the browser these cookies, after those that it is sent already. */
export function sendCookies(c: Context<ApiEnv>, ...cookies: string[]): void {
  c.set('cookies', [...(c.get('cookies') ?? []), ...cookies]);
}

/** The caller's address, by which limits count. */
export const addressOf = (c: Context<ApiEnv>): string => c.get('call').clientAddress;

/** From where a call comes. A challenge can be solved once, so it is looked at once in a request. */
export async function callSource(c: Context<ApiEnv>, { challenge }: Deps): Promise<CallSource> {
  const known = c.get('source');
  if (known) return known;
  const clientAddress = addressOf(c);
  const token = c.req.header(challengeTokenHeader);
  const isHuman = Boolean(challenge && token && (await challenge.isSolved(token, clientAddress)));
  const source = { clientAddress, isHuman };
  c.set('source', source);
  return source;
}

/** The caller's address as the key of a limit; none for a caller who has just solved a challenge. */
export async function byAddress(c: Context<ApiEnv>, deps: Deps): Promise<{ address?: string }> {
  const { clientAddress, isHuman } = await callSource(c, deps);
  return isHuman ? {} : { address: clientAddress };
}

/** The same for a sign-in; a device without a cookie gets one when the sign-in works. */
export async function signInSource(c: Context<ApiEnv>, deps: Deps): Promise<SignInSource> {
  const { origin, userAgent } = c.get('call');
  const device = readDeviceCookie(c.req.raw.headers, origin) ?? newSessionValue();
  return { ...(await callSource(c, deps)), device, browser: deviceName(userAgent) };
}

/** The hashed id that the caller's cookie names; null without one. Whether there is such a session, the database knows. */
export function sidOf(c: Context<ApiEnv>): string | null {
  const value = readSessionCookie(c.req.raw.headers, c.get('call').origin);
  return value ? sessionId(value) : null;
}

export async function resolveCaller(c: Context<ApiEnv>, deps: Deps): Promise<Caller> {
  const sid = sidOf(c);
  if (!sid) return { sid: null, tokens: null };
  const content = await deps.sessions.read(sid);
  if (!content) return { sid: null, tokens: null };
  if (!isSignedIn(content)) return { sid, tokens: null };
  c.set('account', content.userId);
  return { sid, tokens: await freshTokens(deps, sid, content, addressOf(c)) };
}

/**
 * The hashed id of this browser's session. A browser without a cookie gets one with the answer; the session itself is
 * written with the first thing to remember.
 */
export function browserSession(c: Context<ApiEnv>): string {
  const { origin } = c.get('call');
  const known = readSessionCookie(c.req.raw.headers, origin);
  const value = known ?? newSessionValue();
  if (!known) sendCookies(c, sessionCookie(value, origin));
  return sessionId(value);
}

/** The signed-in person who is calling. @throws Refusal `not_signed_in` */
export async function signedInCaller(c: Context<ApiEnv>, deps: Deps): Promise<AuthTokens> {
  const { tokens } = await resolveCaller(c, deps);
  if (!tokens) throw new Refusal('not_signed_in');
  return tokens;
}

/** The admin who is calling; checked before their form is read. @throws Refusal `not_signed_in`, `forbidden` */
export async function adminCaller(c: Context<ApiEnv>, deps: Deps): Promise<AuthTokens> {
  const tokens = await signedInCaller(c, deps);
  await endingWithSignIn(c, deps, () => deps.administration.requireAdmin(tokens));
  return tokens;
}

/**
 * Runs an admin's action. Where SQL answers that the sign-in has ended, for staff after 30 minutes without use or
 * twelve hours, the session ends too: otherwise the login page would consider them signed in.
 */
export async function endingWithSignIn<Result>(
  c: Context<ApiEnv>,
  deps: Deps,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_signed_in') await endSession(c, deps);
    throw error;
  }
}

/**
 * Puts the tokens of who has just proved who they are into a session with a new cookie, and with it the orders placed
 * as a guest. Returns the session's hashed id.
 */
export async function signInSession(c: Context<ApiEnv>, deps: Deps, tokens: AuthTokens): Promise<string> {
  const { origin, userAgent } = c.get('call');
  const device = deviceName(userAgent);
  const value = newSessionValue();
  const sid = sessionId(value);
  const old = readSessionCookie(c.req.raw.headers, origin);
  if (old) await deps.sessions.replace(sessionId(old), sid, tokens, device);
  else await deps.sessions.open(sid, tokens, device);
  sendCookies(c, sessionCookie(value, origin), signInMarkCookie(origin));
  return sid;
}

export async function endSession(c: Context<ApiEnv>, deps: Deps): Promise<void> {
  const { origin } = c.get('call');
  const value = readSessionCookie(c.req.raw.headers, origin);
  if (value) await deps.sessions.close(sessionId(value));
  sendCookies(c, expired(sessionCookie('', origin)), expired(signInMarkCookie(origin)));
}

/**
 * Access tokens that are good for a while. One caller at a time renews them, for a refresh token works once;
 * the others wait for what that one wrote. Null when the sign-in has ended: the session goes on as a guest's.
 */
async function freshTokens(
  deps: Deps,
  sid: string,
  tokens: AuthTokens,
  clientAddress: string,
): Promise<AuthTokens | null> {
  const isFresh = (candidate: AuthTokens) => candidate.accessExpiresAt - Date.now() / 1000 > renewAhead;
  if (isFresh(tokens)) return tokens;
  if (await deps.sessions.takeRefreshLease(sid)) {
    // Another caller may have renewed them between the read and the lease.
    const current = await deps.sessions.read(sid);
    if (!current || !isSignedIn(current)) return null;
    if (isFresh(current)) {
      await deps.sessions.save(sid, current);
      return current;
    }
    const renewed = await deps.accounts.refresh(current.refreshToken, clientAddress);
    await deps.sessions.save(sid, renewed ?? {});
    return renewed;
  }
  for (let waited = 0; waited < 8000; waited += 200) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const current = await deps.sessions.read(sid);
    if (!current || !isSignedIn(current)) return null;
    if (isFresh(current)) return current;
  }
  throw new Refusal('service_unavailable');
}

function isSignedIn(content: SessionContent): content is AuthTokens {
  return typeof content.userId === 'string';
}
