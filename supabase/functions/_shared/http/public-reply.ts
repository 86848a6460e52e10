import { edgeProxyHeaders } from './edge-proxy-call.ts';
import { sha256 } from './sha256.ts';

/** A serialized reply that is the same for everybody, as it is cached. */
export type PublicReply = {
  etag: string;
  /** In memory, with the response around it. */
  bytes: number;
  /**
   * To be cloned, which takes a tenth of the time of a new response, whose body is copied and headers are checked. Its own
   * body is never read, and that of a clone never changed: in Deno they share their bytes.
   */
  whole: Response;
};

/** Bytes of a response without its body, in Deno 2.9. */
const responseBytes = 5_000;

/** The content of a public reply, its tags for purging the CDN, and its additional headers. */
export type PublicAnswer<Reply> = { reply: Reply; tags: readonly string[]; headers?: Record<string, string> };

/** Milliseconds for which a process of the functions caches a public reply. */
export const freshInProcess = 1_000;

/**
 * How public replies are cached. A browser revalidates each time. Netlify's CDN caches them for a second, and serves them
 * stale for three more while it revalidates: with the second above, no reply is older than five seconds
 * (https://docs.netlify.com/build/caching/caching-overview/).
 */
const commonHeaders = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, max-age=1, stale-while-revalidate=3',
  // The CDN compresses.
  vary: 'Accept-Encoding',
};

/** Only for the CDN; must not leave with a reply that is for one person. */
export const cdnHeaders = ['netlify-cdn-cache-control', 'netlify-vary', 'netlify-cache-tag'] as const;

/** @param parameters of the query, on which the reply depends; `all` when their names are not known in advance */
export function publicReply(
  { reply, tags, headers = {} }: PublicAnswer<unknown>,
  parameters: readonly string[] | 'all',
): PublicReply {
  // Encoded once for all requests.
  const body = new TextEncoder().encode(JSON.stringify(reply));
  const etag = `"${sha256('base64url', JSON.stringify(headers), body).slice(0, 22)}"`;
  return {
    etag,
    bytes: body.length + responseBytes,
    whole: new Response(body, {
      headers: {
        ...commonHeaders,
        // Replies with `own` are personal, so the cache key must include it.
        'netlify-vary': parameters === 'all' ? 'query' : `query=${[...parameters, 'own'].join('|')}`,
        'netlify-cache-tag': tags.join(','),
        ...headers,
        etag,
      },
    }),
  };
}

/** The reply, or 304 when the caller has it already. */
export function publicResponse(
  { etag, whole }: PublicReply,
  requestHeaders: Headers,
  requestId: string,
): Response {
  const ifNoneMatch = requestHeaders.get('if-none-match');
  const isUnchanged = ifNoneMatch !== null && etagsIn(ifNoneMatch).includes(etag);
  const response = isUnchanged ? new Response(null, { status: 304, headers: whole.headers }) : whole.clone();
  response.headers.set(edgeProxyHeaders.answeredId, requestId);
  return response;
}

/** Netlify's CDN adds `-df` to the etag of a compressed reply, and other proxies make it weak. */
const etagsIn = (ifNoneMatch: string) =>
  ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/-df"$/, '"'));
