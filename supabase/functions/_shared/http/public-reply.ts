import { base64Url } from './base64-url.ts';
import { edgeProxyHeaders } from './edge-proxy-call.ts';

/** What everybody is answered alike, as it is kept and sent. */
export type PublicReply = { body: Uint8Array<ArrayBuffer>; etag: string; headers: Record<string, string> };

/** What a public reply is made of. `tags`: by what the CDN can be asked to forget it. `headers`: its own, besides those of all. */
export type PublicAnswer<Reply> = { reply: Reply; tags: readonly string[]; headers?: Record<string, string> };

/** Milliseconds for which a process of the functions answers the same again. */
export const freshInProcess = 1_000;

/**
 * Who keeps a public reply, and for how long. A browser asks each time and is told when nothing has changed. Netlify's
 * CDN answers by itself for a second, and for three more while it asks anew: with the second above nothing that is
 * shown is older than five (https://docs.netlify.com/build/caching/caching-overview/).
 */
const ofEveryReply = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, max-age=1, stale-while-revalidate=3',
  // The CDN compresses.
  vary: 'Accept-Encoding',
};

/** Only for the CDN; must not leave with a reply that is for one person. */
export const cdnHeaders = ['netlify-cdn-cache-control', 'netlify-vary', 'netlify-cache-tag'] as const;

/** @param parameters of the query, on which the reply depends; `all` where their names are not known before */
export async function publicReply(
  { reply, tags, headers = {} }: PublicAnswer<unknown>,
  parameters: readonly string[] | 'all',
): Promise<PublicReply> {
  const text = JSON.stringify(reply);
  const etag = await etagOf(JSON.stringify(headers) + text);
  return {
    // Once for all who are sent it.
    body: new TextEncoder().encode(text),
    etag,
    headers: {
      ...ofEveryReply,
      // With `own` some are answered to one person: a cache that did not know of it would not keep the two apart.
      'netlify-vary': parameters === 'all' ? 'query' : `query=${[...parameters, 'own'].join('|')}`,
      'netlify-cache-tag': tags.join(','),
      ...headers,
      etag,
    },
  };
}

/** The reply, or that it is still the one that the caller has. */
export function publicResponse(
  { body, etag, headers }: PublicReply,
  asked: Headers,
  requestId: string,
): Response {
  const ifNoneMatch = asked.get('if-none-match');
  const isKnown = ifNoneMatch !== null && knownTags(ifNoneMatch).includes(etag);
  return new Response(isKnown ? null : body, {
    status: isKnown ? 304 : 200,
    headers: { ...headers, [edgeProxyHeaders.answeredId]: requestId },
  });
}

/** Netlify's CDN adds `-df` to the tag of what it has compressed, and others make it a weak one. */
const knownTags = (ifNoneMatch: string) =>
  ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/-df"$/, '"'));

async function etagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `"${base64Url(new Uint8Array(digest, 0, 16))}"`;
}
