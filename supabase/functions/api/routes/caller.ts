import type { Context } from 'hono';
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
import type { Permission } from '../../_shared/contract/staff.ts';
import type { AuthTokens, SessionContent } from '../../_shared/supabase/sql-replies.ts';
import type { Deps, LimitKeys, SignInSource } from '../deps.ts';

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

/**
 * Sending a mail or hashing a password takes time, finding no account or order does not: so that its time reveals
 * nothing, such a reply waits for this.
 */
export const shortestAnswer = () => new Promise((resolve) => setTimeout(resolve, 500));

/** From where something is asked that anybody may name: SQL knows whether its owner is known on this device or in this session. */
export function placeOf(c: Context<ApiEnv>): Pick<LimitKeys, 'address' | 'device' | 'session'> {
  const device = readDeviceCookie(c.req.raw.headers, c.get('call').origin);
  const session = sidOf(c);
  return { address: addressOf(c), ...(device && { device }), ...(session && { session }) };
}

/** From where a sign-in comes; a device without a cookie gets one when the sign-in works. */
export function signInSource(c: Context<ApiEnv>): SignInSource {
  const { origin, userAgent, clientAddress } = c.get('call');
  const device = readDeviceCookie(c.req.raw.headers, origin) ?? newSessionValue();
  return { clientAddress, device, browser: deviceName(userAgent) };
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

/** The signed-in person who is calling. @throws Refusal `not_signed_in` */
export async function signedInCaller(c: Context<ApiEnv>, deps: Deps): Promise<AuthTokens> {
  const { tokens } = await resolveCaller(c, deps);
  if (!tokens) throw new Refusal('not_signed_in');
  return tokens;
}

/** Somebody with a permission; checked before their form is read. @throws Refusal `not_signed_in`, `forbidden` */
export async function staffCaller(
  c: Context<ApiEnv>,
  deps: Deps,
  permission: Permission,
): Promise<AuthTokens> {
  const tokens = await signedInCaller(c, deps);
  await endingWithSignIn(c, deps, () => deps.administration.requirePermission(tokens, permission));
  return tokens;
}

/**
 * Runs an action of staff. Where SQL answers that the sign-in has ended, for staff after 30 minutes without use or
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
