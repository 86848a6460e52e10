import type { Schema } from 'yup';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One operation of the API, declared once: the browser calls this value and the router serves it.
 * `Reply` is the JSON body of a 2xx answer; every other answer is an `ErrorReply`.
 */
export type Endpoint<Body, Reply> = {
  readonly method: Method;
  /** Path with `:name` placeholders, e.g. `/api/orders/:orderId`. */
  readonly path: string;
  /** What the body must be; absent when the operation takes none. */
  readonly body: Schema<Body> | null;
  /** The most bytes of a body, where it may be larger than others. */
  readonly maxBytes?: number;
  /**
   * The reply is the same for everybody, and shared caches may store it, one for each value of the query parameters that
   * are named here; `everyParameter` where their names are not known.
   */
  readonly cachedBy?: readonly string[] | typeof everyParameter;
  /** Exists in types only: carries `Reply` to callers. */
  readonly reply?: Reply;
};

export function endpoint<Reply>(method: Method, path: string): Endpoint<never, Reply> {
  return { method, path, body: null };
}

export const everyParameter = 'every parameter';

/** What anybody may read and shared caches may store: see `cachedBy`. */
export function publicEndpoint<Reply>(
  path: string,
  cachedBy: Endpoint<never, Reply>['cachedBy'] = [],
): Endpoint<never, Reply> {
  return { method: 'GET', path, body: null, cachedBy };
}

export function endpointWithBody<Reply>() {
  return <Body>(
    method: Method,
    path: string,
    body: Schema<Body>,
    maxBytes?: number,
  ): Endpoint<Body, Reply> => ({ method, path, body, maxBytes });
}

/** Fills the placeholders of an endpoint's path; throws when one is missing, for that is a programming error. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}
