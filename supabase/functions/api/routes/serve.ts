import type { Context, Hono } from 'hono';
import type { Endpoint } from '../../_shared/contract/endpoint.ts';
import type { CallerRole } from '../../_shared/contract/openapi.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import type { Deps } from '../deps.ts';
import { adminCaller, type ApiEnv, signedInCaller } from './caller.ts';

/** A call to one endpoint: its context, who is calling, and the body as its schema reads it. */
type Call<Caller, Body> = { c: Context<ApiEnv>; caller: Caller; body: Body };

/** An endpoint as it is served. */
export type ServedEndpoint = { endpoint: Endpoint<unknown, unknown>; role: CallerRole; status: 200 | 201 };

/**
 * Serves endpoints of the contract to `anyone`, to people who are `signedIn` or to an `admin`. Method, path, body
 * schema and type of the reply are the very ones that the browser calls. For `adminByQuery`, the query that answers
 * decides itself who is an admin: nothing has to be asked before. `all` grows with every endpoint.
 */
export function serve(app: Hono<ApiEnv>, deps: Deps) {
  const all: ServedEndpoint[] = [];
  return {
    all,
    anyone: serving('anyone', () => Promise.resolve(null)),
    signedIn: serving('signedIn', (c) => signedInCaller(c, deps)),
    admin: serving('admin', (c) => adminCaller(c, deps)),
    adminByQuery: serving('admin', (c) => signedInCaller(c, deps)),
  };

  function serving<Caller>(role: CallerRole, identify: (c: Context<ApiEnv>) => Promise<Caller>) {
    return <Body, Reply>(
      endpoint: Endpoint<Body, Reply>,
      answer: (call: Call<Caller, Body>) => Promise<Reply>,
      status: 200 | 201 = 200,
    ) => {
      const { method, path, body: schema, maxBytes } = endpoint;
      all.push({ endpoint, role, status });
      app.on(method, path.replace(/\?.*/, ''), async (c) => {
        // Before the body: whoever may not send it learns nothing about its fields.
        const caller = await identify(c);
        const body = schema ? await readJsonBody(c.req.raw, schema, maxBytes) : (undefined as never);
        return c.json((await answer({ c, caller, body })) as object, status);
      });
    };
  }
}

export type Serve = ReturnType<typeof serve>;
