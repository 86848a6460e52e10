import type { Context } from '@netlify/edge-functions';
import { outcomePaths } from '../../../supabase/functions/_shared/contract/payment-return.ts';
import { maxPictureBodyBytes } from '../../../supabase/functions/_shared/contract/picture-limits.ts';
import { cdnHeader, timeLimits } from '../../../supabase/functions/_shared/contract/time-limits.ts';
import { readOrCopy } from './last-good-copy.ts';

/**
 * The edge proxy: one origin for the site and its functions.
 *
 * `/api/*` goes to the api function and `POST /payment/*` (the bank's return) to payment-return; all else is a static
 * file. It adds the shared secret and what only it knows (the site's origin, the caller's address), and it alone writes
 * `Set-Cookie`: functions hand cookies over in `x-shop-cookie`, for nothing guarantees that the platform between keeps a
 * function's own `Set-Cookie`.
 *
 * Settings, all required: SITE_URL (the shop's own address, never taken from a request's `Host`), FUNCTIONS_URL
 * (`https://<ref>.supabase.co/functions/v1`), EDGE_PROXY_SECRET, FUNCTIONS_REGION (the region of the database: one request
 * asks it several times). A preview of a change has none of them but its own, see `settingsOf`.
 */
export default async function edgeProxy(request: Request, context: Context): Promise<Response | undefined> {
  const url = new URL(request.url);
  const path = functionPath(request.method, url.pathname);
  if (!path) return undefined;
  const answered = answerOf(request, context, url, path);
  return request.method === 'GET' ? readOrCopy(request, context, answered) : answered;
}

async function answerOf(request: Request, context: Context, url: URL, path: string): Promise<Response> {
  // Identifies the request in every log and every error.
  const requestId = crypto.randomUUID();
  const settings = settingsOf(context, url);
  if (typeof settings === 'string') {
    console.error(settings);
    return unavailable(requestId);
  }

  // `fetch` could not pass it on, and an echo of the request's headers is of use to nobody.
  if (request.method === 'TRACE') return refused(405, 'method_not_allowed', noSuchMethod, requestId);
  const isPicture = url.pathname.startsWith('/api/pictures/');
  const isReturn = url.pathname.startsWith('/payment/');
  const body = await limitedBody(request, isPicture ? maxPictureBodyBytes : maxBodyBytes);
  if (body === 'too large')
    return isReturn
      ? tryLater(settings.origin, url)
      : refused(413, 'body_too_large', 'The request is too large.', requestId);

  const headers = new Headers();
  for (const name of forwarded) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cookies = shopCookies(request.headers.get('cookie') ?? '');
  if (cookies) headers.set('x-shop-cookies', cookies);
  headers.set('x-shop-secret', settings.secret);
  headers.set('x-shop-origin', settings.origin);
  headers.set('x-shop-client-address', context.ip);
  headers.set('x-shop-user-agent', (request.headers.get('user-agent') ?? '').slice(0, 400));
  headers.set('x-shop-request-id', requestId);
  headers.set('x-region', settings.region);

  // Not AbortSignal.timeout(), which keeps the request in memory until its time has passed.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('They took too long.')), timeLimits.proxy);
  let response: Response | undefined;
  try {
    response = await fetch(`${settings.functionsUrl}${path}${url.search}`, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      signal: late.signal,
    });
    // Every function sends the request id; a reply without it comes from the platform, for a function that did not
    // start or was terminated.
    if (response.status >= 500 && !response.headers.has('x-request-id'))
      throw new Error(`${response.status} of the platform`);
    // The whole reply, or none: half of one would have its status.
    const reply = new Uint8Array(await response.arrayBuffer());
    if (isReturn && !leadsToKnownPage(response, settings.origin))
      return tryLater(settings.origin, url, response.headers);
    return new Response(reply.byteLength > 0 ? reply : null, {
      status: response.status,
      headers: outgoing(response.headers),
    });
  } catch (error) {
    console.warn('The functions did not answer:', requestId, String(error));
    return isReturn ? tryLater(settings.origin, url, response?.headers) : unavailable(requestId);
  } finally {
    clearTimeout(timer);
  }
}

const noSuchMethod = 'This address does not accept that kind of request.';

type Settings = { functionsUrl: string; secret: string; origin: string; region: string };

/**
 * The settings, or a sentence about what is wrong with them. A deploy preview, or a deploy of unknown kind, reads only
 * those whose names begin with PREVIEW_, so that it never reaches the shop's data; it has its own address.
 */
function settingsOf(context: Context, { origin: ownOrigin }: URL): Settings | string {
  const isPreview = context.deploy?.context !== 'production';
  const names = ['FUNCTIONS_URL', 'EDGE_PROXY_SECRET', 'FUNCTIONS_REGION'].map((name) =>
    isPreview ? `PREVIEW_${name}` : name,
  );
  if (!isPreview) names.push('SITE_URL');
  const [functionsUrl, secret, region, siteUrl = ownOrigin] = names.map((name) => Netlify.env.get(name));
  const missing = names.filter((name) => !Netlify.env.get(name));
  if (missing.length > 0 || !functionsUrl || !secret || !region)
    return `The edge proxy lacks the settings ${missing.join(', ')}.`;
  if (isPreview && functionsUrl === Netlify.env.get('FUNCTIONS_URL'))
    return 'PREVIEW_FUNCTIONS_URL names the functions of the shop itself: a preview needs a project of its own.';
  return { functionsUrl, secret, origin: new URL(siteUrl).origin, region };
}

/** The shop's own cookies for the proxy's extra header: nothing guarantees that `Cookie` arrives. */
function shopCookies(cookie: string): string {
  return cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => /^(__Host-)?(sid|device)=/.test(part))
    .join('; ');
}

/**
 * The headers that a function needs. No others are forwarded, least of all those that only the edge proxy may set.
 */
const forwarded = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'idempotency-key',
  'origin',
  'x-order-key',
  'x-health-key',
  'sec-fetch-site',
];

/** The function's path below FUNCTIONS_URL; null for a static file. */
function functionPath(method: string, pathname: string): string | null {
  if (pathname.startsWith('/api/')) return pathname;
  if (method === 'POST' && pathname.startsWith('/payment/')) {
    return pathname.replace('/payment/', '/payment-return/');
  }
  return null;
}

function outgoing(from: Headers): Headers {
  const headers = new Headers();
  for (const name of [
    'content-type',
    'cache-control',
    'content-disposition',
    'location',
    'allow',
    'retry-after',
    'link',
    'x-total-count',
    'referrer-policy',
    'x-request-id',
    'etag',
    cdnHeader,
    'netlify-vary',
  ]) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  // The shop's cookies contain no commas.
  for (const cookie of from.get('x-shop-cookie')?.split(', ') ?? []) headers.append('set-cookie', cookie);
  if (headers.has('set-cookie')) {
    headers.delete(cdnHeader);
    headers.set('cache-control', 'no-store');
  }
  for (const [name, value] of Object.entries(ofEveryReply)) headers.set(name, value);
  return headers;
}

/** The same headers as the site's files: the CDN adds none to replies of the edge proxy. */
const ofEveryReply = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

/** Bytes; the largest legitimate request, an order of a hundred lines, has about 15 kB. */
const maxBodyBytes = 128_000;

/** Reads the whole body, so that a function never sees a partial one, whatever its content-length. */
async function limitedBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null | 'too large'> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const declared = request.headers.get('content-length') ?? '';
  if (Number(declared) > maxBytes) return 'too large';
  // HTTP ends a body after the declared length, so all of it can be read at once.
  if (/^\d+$/.test(declared)) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += chunk.byteLength;
    if (size > maxBytes) return 'too large';
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * Whether a return from the bank is redirected to a page that this site has: functions are deployed before the site, so
 * they may be newer. A refusal of theirs is no page for a buyer.
 */
function leadsToKnownPage({ status, headers }: Response, origin: string): boolean {
  const location = status === 303 ? headers.get('location') : null;
  const paths: string[] = Object.values(outcomePaths);
  return location !== null && paths.includes(new URL(location, origin).pathname);
}

/**
 * Redirects a buyer who returns from the bank to the undecided page, because the money may have moved. The order
 * shows its real state.
 * @param asked the address that the buyer was sent to, which names the order
 * @param from the reply to replace; what it leads to says more
 */
function tryLater(origin: string, asked: URL, from?: Headers): Response {
  const target = new URL(outcomePaths.tryLater, origin);
  target.search = new URL(from?.get('location') ?? asked, origin).search;
  return new Response(null, {
    status: 303,
    headers: { location: target.href, 'cache-control': 'no-store', ...ofEveryReply },
  });
}

function unavailable(requestId: string): Response {
  return refused(
    503,
    'service_unavailable',
    'The shop is not reachable at the moment. Please try again in a minute.',
    requestId,
  );
}

function refused(status: number, code: string, message: string, requestId: string): Response {
  return new Response(JSON.stringify({ message, code, requestId }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...ofEveryReply },
  });
}
