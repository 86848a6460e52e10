import type { Context, Hono } from 'hono';
import { type Endpoint, everyParameter } from '../../_shared/contract/endpoint.ts';
import type { Permission } from '../../_shared/contract/staff.ts';
import { cdnHeader, publicReplyAges } from '../../_shared/contract/time-limits.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { sha256Hex } from '../../_shared/secrets/sha256.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv, endingWithSignIn, signedInCaller, staffCaller } from './caller.ts';

/** A call of an endpoint: its context, the caller and the parsed body. */
type Call<Caller, Body> = { c: Context<ApiEnv>; caller: Caller; body: Body };

/**
 * Serves endpoints of the contract to `anyone`, to people who are `signedIn` or to `staff` with a permission. Method,
 * path, body schema and reply type are those that the browser uses. With `staffByQuery`, the database query itself
 * checks the permission, which saves a query. `guarded` takes its own check of the caller.
 */
export function serve(app: Hono<ApiEnv>, deps: Deps) {
  return {
    anyone: serving('anyone', () => Promise.resolve(null)),
    signedIn: serving('signedIn', (c) => signedInCaller(c, deps)),
    staff: (permission: Permission) => serving('staff', (c) => staffCaller(c, deps, permission)),
    staffByQuery: serving('staff', (c) => signedInCaller(c, deps)),
    guarded: serving,
  };

  function serving<Caller>(
    role: 'anyone' | 'signedIn' | 'staff',
    identify: (c: Context<ApiEnv>) => Promise<Caller>,
  ) {
    return <Body, Reply>(
      endpoint: Endpoint<Body, Reply>,
      answer: (call: Call<Caller, Body>) => Promise<Reply>,
      status: 200 | 201 = 200,
    ) => {
      const { method, path, body: schema, maxBytes, cachedBy } = endpoint;
      const route = path.replace(/\?.*/, '');
      app.on(method, route, async (c) => {
        c.set('route', route);
        // Before reading the body, so that unauthorized callers learn nothing about its fields.
        const caller = await identify(c);
        const body = schema ? await readJsonBody(c.req.raw, schema, maxBytes) : (undefined as never);
        // Lists count themselves.
        if (cachedBy && cachedBy !== everyParameter && !isKept(c))
          await deps.limits.take('filter', { address: addressOf(c) });
        const run = () => answer({ c, caller, body });
        const reply = await (role === 'staff' ? endingWithSignIn(c, deps, run) : run());
        if (cachedBy && !isOwn(c)) return publicReply(c, reply, cachedBy);
        return reply instanceof Response ? reply : c.json(reply as object, status);
      });
    };
  }
}

export type Serve = ReturnType<typeof serve>;

/** Whether the caller wants what is public with their own orders' pieces, which is a reply for them alone. */
export const isOwn = (c: Context<ApiEnv>) => c.req.query('own') !== undefined;

/**
 * Whether the CDN keeps the reply to a public address, so that it is made once for everybody. Not in the forms of an
 * address that the shop does not write: with capitals, escapes or a slash at the end there are many of each.
 */
export const isKept = (c: Context<ApiEnv>) =>
  c.req.method === 'GET' && /^(\/[a-z0-9-]+)+$/.test(new URL(c.req.url).pathname) && !isOwn(c);

/** By which parameters the CDN keeps a reply; of others it takes no notice. */
const cdnKeyHeader = 'netlify-vary';

/** A reply that is the same for everybody: a browser asks each time, the CDN after seconds. */
function publicReply(
  c: Context<ApiEnv>,
  reply: unknown,
  cachedBy: NonNullable<Endpoint<unknown, unknown>['cachedBy']>,
): Response {
  const { fresh, stale } = publicReplyAges;
  const kept = {
    'cache-control': 'public, max-age=0, must-revalidate',
    [cdnHeader]: `public, max-age=${fresh / 1000}, stale-while-revalidate=${stale / 1000}`,
    // Never without a name, which would be every parameter. With `own` nothing is kept.
    [cdnKeyHeader]: cachedBy === everyParameter ? 'query' : `query=${['own', ...cachedBy].join('|')}`,
  };
  if (reply instanceof Response) {
    for (const [name, value] of Object.entries(kept)) reply.headers.set(name, value);
    return reply;
  }
  const body = JSON.stringify(reply);
  const etag = `"${sha256Hex([...c.res.headers].join() + body).slice(0, 22)}"`;
  c.header('content-type', 'application/json');
  for (const [name, value] of Object.entries(kept)) c.header(name, value);
  c.header('etag', etag);
  return c.body(body);
}
