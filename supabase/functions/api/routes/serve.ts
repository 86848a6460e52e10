import type { Context, Hono } from 'hono';
import type { Endpoint } from '../../_shared/contract/endpoint.ts';
import type { CallerRole } from '../../_shared/contract/openapi.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { type PublicAnswer, publicReply, publicResponse } from '../../_shared/http/public-reply.ts';
import type { Deps } from '../deps.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { adminCaller, type ApiEnv, endingWithSignIn, signedInCaller } from './caller.ts';

/** A call to one endpoint: its context, who is calling, and the body as its schema reads it. */
type Call<Caller, Body> = { c: Context<ApiEnv>; caller: Caller; body: Body };

/** An endpoint as it is served. */
export type ServedEndpoint = {
  endpoint: Endpoint<unknown, unknown>;
  role: CallerRole;
  status: 200 | 201 | 202;
  /** Everybody is answered alike, and shared caches may keep it. */
  isPublic: boolean;
};

/** What everybody is answered alike. */
type PublicCall<Reply> = {
  /** The parameters of the query on which the answer depends; `all` where their names are not known before. */
  parameters: readonly string[] | 'all';
  /** Before anything is asked. @throws Refusal to this caller alone */
  admit?(c: Context<ApiEnv>): Promise<void>;
  answer(c: Context<ApiEnv>): Promise<PublicAnswer<Reply>>;
  /** What the caller with `?own` is answered in its place, which nobody keeps. */
  asSeenBy?(c: Context<ApiEnv>, reply: Reply): Promise<Reply>;
};

/**
 * Serves endpoints of the contract to `anyone`, to people who are `signedIn` or to an `admin`. Method, path, body
 * schema and type of the reply are the very ones that the browser calls. For `adminByQuery`, the query that answers
 * decides itself who is an admin: nothing has to be asked before. What is `guarded` says itself whom it lets through.
 * Only what is served `publicly` may be kept by others than the caller. `all` grows with every endpoint.
 */
export function serve(app: Hono<ApiEnv>, deps: Deps, keptAnswers: KeptAnswers) {
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
        // Before the body: whoever may not send it learns nothing about its fields.
        const caller = await identify(c);
        const body = schema ? await readJsonBody(c.req.raw, schema, maxBytes) : (undefined as never);
        const act = () => answer({ c, caller, body });
        return c.json((await (role === 'admin' ? endingWithSignIn(c, deps, act) : act())) as object, status);
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
        async () => publicReply(await answer(c), parameters),
      );
      keptAnswers.learn(c.req.url, { key, path: c.req.path, route: endpoint.path });
      return publicResponse(reply, c.req.raw.headers, c.get('requestId'));
    });
  }
}

export type Serve = ReturnType<typeof serve>;

/** The address, with the parameters that matter. */
function keyOf(c: Context<ApiEnv>, parameters: readonly string[] | 'all'): string {
  const { pathname, searchParams } = new URL(c.req.url);
  const asked = [...searchParams].filter(([name]) => parameters === 'all' || parameters.includes(name));
  return `${pathname}?${new URLSearchParams(asked).toString()}`;
}
