import type { Context, Hono } from 'hono';
import type { Endpoint } from '../../_shared/contract/endpoint.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import type { Deps } from '../deps.ts';
import { adminCaller, type ApiEnv, signedInCaller } from './caller.ts';

/** A call to one endpoint: its context, who is calling, and the body as its schema reads it. */
type Call<Caller, Body> = { c: Context<ApiEnv>; caller: Caller; body: Body };

/**
 * Serves endpoints of the contract to `anyone`, to people who are `signedIn` or to an `admin`. Method, path, body
 * schema and type of the reply are the very ones that the browser calls.
 */
export function serve(app: Hono<ApiEnv>, deps: Deps) {
  return {
    anyone: serving(() => Promise.resolve(null)),
    signedIn: serving((c) => signedInCaller(c, deps)),
    admin: serving((c) => adminCaller(c, deps)),
  };

  function serving<Caller>(identify: (c: Context<ApiEnv>) => Promise<Caller>) {
    return <Body, Reply>(
      { method, path, body: schema, maxBytes }: Endpoint<Body, Reply>,
      answer: (call: Call<Caller, Body>) => Promise<Reply>,
      status: 200 | 201 = 200,
    ) =>
      app.on(method, path.replace(/\?.*/, ''), async (c) => {
        // Before the body: whoever may not send it learns nothing about its fields.
        const caller = await identify(c);
        const body = schema ? await readJsonBody(c.req.raw, schema, maxBytes) : (undefined as never);
        return c.json((await answer({ c, caller, body })) as object, status);
      });
  }
}

export type Serve = ReturnType<typeof serve>;
