import type { Context, Hono } from 'hono';
import type { Endpoint } from '../../_shared/contract/endpoint.ts';
import type { CallerRole } from '../../_shared/contract/openapi.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { type PublicAnswer, publicReply, publicResponse } from '../../_shared/http/public-reply.ts';
import type { Deps } from '../deps.ts';
import type { CachedReplies } from './cached-replies.ts';
import { adminCaller, type ApiEnv, endingWithSignIn, signedInCaller } from './caller.ts';

/** A call of an endpoint: its context, the caller and the parsed body. */
type Call<Caller, Body> = { c: Context<ApiEnv>; caller: Caller; body: Body };

/** An endpoint as it is served. */
export type ServedEndpoint = {
  endpoint: Endpoint<unknown, unknown>;
  role: CallerRole;
  status: 200 | 201 | 202;
  /** The reply is the same for everybody, and shared caches may store it. */
  isPublic: boolean;
};

/** An endpoint whose reply is the same for everybody. */
type PublicCall<Reply> = {
  /** The query parameters on which the reply depends; where they have no fixed names, what is read from them. */
  parameters: readonly string[] | ((c: Context<ApiEnv>) => URLSearchParams);
  /** Called before the reply is loaded. @throws Refusal for this caller only */
  admit?(c: Context<ApiEnv>): Promise<void>;
  answer(c: Context<ApiEnv>): Promise<PublicAnswer<Reply>>;
  /** The personal reply for a call with `?own`, which is not cached. */
  asSeenBy?(c: Context<ApiEnv>, reply: Reply): Promise<Reply>;
};

/**
 * Serves endpoints of the contract to `anyone`, to people who are `signedIn` or to an `admin`. Method, path, body schema
 * and reply type are those that the browser uses. With `adminByQuery`, the database query itself checks that the caller
 * is an admin, which saves a query. `guarded` takes its own check of the caller. Only replies of `publicly` may be stored
 * by shared caches. `all` lists every endpoint.
 */
export function serve(app: Hono<ApiEnv>, deps: Deps, cachedReplies: CachedReplies) {
  const all: ServedEndpoint[] = [];
  return {
    all,
    publicly,
    anyone: serving('anyone', () => Promise.resolve(null)),
    signedIn: serving('signedIn', (c) => signedInCaller(c, deps)),
    admin: serving('admin', (c) => adminCaller(c, deps)),
    adminByQuery: serving('admin', (c) => signedInCaller(c, deps)),
    guarded: serving,
  };

  function serving<Caller>(role: CallerRole, identify: (c: Context<ApiEnv>) => Promise<Caller>) {
    return <Body, Reply>(
      endpoint: Endpoint<Body, Reply>,
      answer: (call: Call<Caller, Body>) => Promise<Reply>,
      status: 200 | 201 | 202 = 200,
    ) => {
      const { method, path, body: schema, maxBytes } = endpoint;
      all.push({ endpoint, role, status, isPublic: false });
      const route = path.replace(/\?.*/, '');
      app.on(method, route, async (c) => {
        c.set('route', route);
        // Before reading the body, so that unauthorized callers learn nothing about its fields.
        const caller = await identify(c);
        const body = schema ? await readJsonBody(c.req.raw, schema, maxBytes) : (undefined as never);
        const run = () => answer({ c, caller, body });
        return c.json((await (role === 'admin' ? endingWithSignIn(c, deps, run) : run())) as object, status);
      });
    };
  }

  function publicly<Reply>(
    endpoint: Endpoint<never, Reply>,
    { parameters, admit = () => Promise.resolve(), answer, asSeenBy }: PublicCall<Reply>,
  ) {
    all.push({ endpoint, role: 'anyone', status: 200, isPublic: true });
    app.on('GET', endpoint.path, async (c) => {
      c.set('route', endpoint.path);
      if (asSeenBy && c.req.query('own') !== undefined) {
        await admit(c);
        const { reply, headers } = await answer(c);
        return c.json((await asSeenBy(c, reply)) as object, 200, headers);
      }
      const key = keyOf(c, parameters);
      const reply = await deps.publicReplies.read(
        key,
        () => admit(c),
        async () => publicReply(await answer(c), typeof parameters === 'function' ? 'all' : parameters),
      );
      cachedReplies.remember(c.req.url, { key, path: c.req.path, route: endpoint.path });
      return publicResponse(reply, c.req.raw.headers, c.get('requestId'));
    });
  }
}

export type Serve = ReturnType<typeof serve>;

/** The path with the relevant parameters: invented ones must not lead past the cache. */
function keyOf(c: Context<ApiEnv>, parameters: PublicCall<unknown>['parameters']): string {
  const { pathname, searchParams } = new URL(c.req.url);
  const relevant =
    typeof parameters === 'function'
      ? parameters(c)
      : new URLSearchParams([...searchParams].filter(([name]) => parameters.includes(name)));
  return `${pathname}?${relevant.toString()}`;
}
