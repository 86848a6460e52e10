import type { Context } from '@netlify/edge-functions';
import {
  cdnHeader,
  copyHeader,
  publicReplyAges,
  timeLimits,
} from '../../../supabase/functions/_shared/contract/time-limits.ts';

/**
 * The reply to a GET, or 304 when the caller has it already. When the functions fail (502 to 504) or take five seconds,
 * the last good copy of a public reply in its place, with the time of the copy in `copyHeader`: an overloaded function
 * takes no shelf along. Copies are kept by Netlify's Cache API, for each region
 * (https://docs.netlify.com/build/caching/cache-api/).
 */
export async function readOrCopy(
  request: Request,
  context: Context,
  answered: Promise<Response>,
): Promise<Response> {
  // Also when a copy was sent in the meantime.
  context.waitUntil(answered.then((reply) => keep(request.url, reply)).catch(warn));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => {
      void copyOf(request.url).then((copy) => copy && resolve(copy));
    }, timeLimits.copy);
  });
  const reply = await Promise.race([answered, late]);
  clearTimeout(timer);
  if (reply.status >= 502 && reply.status <= 504) return (await copyOf(request.url)) ?? reply;
  const etag = reply.headers.get('etag');
  // Netlify's CDN adds `-df` to the etag of a compressed reply, and other proxies make it weak.
  const known = request.headers
    .get('if-none-match')
    ?.replaceAll('-df"', '"')
    .replaceAll('W/', '')
    .split(/, */);
  return etag && known?.includes(etag) ? new Response(null, { status: 304, headers: reply.headers }) : reply;
}

/** Rejects where there is no place for copies at all; without `async` it would throw. */
const open = async () => caches.open('last-good-copies');

async function keep(address: string, reply: Response): Promise<void> {
  if (reply.status !== 200 || !reply.headers.has(cdnHeader)) return;
  const headers = new Headers(reply.headers);
  for (const name of [cdnHeader, 'netlify-vary', 'etag']) headers.delete(name);
  headers.set('cache-control', `public, max-age=${publicReplyAges.copy / 1000}`);
  headers.set(copyHeader, new Date().toISOString());
  const copy = new Response(reply.clone().body, { headers });
  await (await open()).put(address, copy);
}

async function copyOf(address: string): Promise<Response | undefined> {
  const copy = await open()
    .then((copies) => copies.match(address))
    .catch(warn);
  if (!copy) return undefined;
  const headers = new Headers(copy.headers);
  headers.set('cache-control', 'no-store');
  return new Response(copy.body, { headers });
}

/** Without copies the shop is as it would be without this file. */
function warn(error: unknown): undefined {
  console.warn('The last good copies do not work:', String(error));
}
