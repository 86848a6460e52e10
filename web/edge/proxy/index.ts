import type { Context } from '@netlify/edge-functions';
import { outcomePaths } from '../../../supabase/functions/_shared/contract/payment-return.ts';
import { timeLimits } from '../../../supabase/functions/_shared/contract/time-limits.ts';

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

  // Names the request in every log and in every error.
  const requestId = crypto.randomUUID();
  const settings = settingsOf(context, url);
  if (typeof settings === 'string') {
    console.error(settings);
    return unavailable(requestId);
  }

  const body = await limitedBody(request, url.pathname === importPath ? maxImportMinutesX : longestBody);
  if (body === 'too large') return refused(413, 'body_too_large', 'The request is too large.', requestId);

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

  try {
    const response = await fetch(`${settings.functionsUrl}${path}${url.search}`, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimits.proxy),
    });
    // Every function names the request; what does not is the platform, in place of one that did not start or was ended.
    if (response.status >= 500 && !response.headers.has('x-request-id'))
      throw new Error(`${response.status} of the platform`);
    if (url.pathname.startsWith('/payment/') && leadsToNoPage(response, settings.origin))
      return tryLater(settings.origin, response.headers);
    return new Response(response.body, { status: response.status, headers: outgoing(response.headers) });
  } catch (error) {
    console.warn('The functions did not answer:', requestId, String(error));
    return url.pathname.startsWith('/payment/') ? tryLater(settings.origin) : unavailable(requestId);
  }
}

type Settings = { functionsUrl: string; secret: string; origin: string; region: string };

/**
 * The settings, or a sentence that says what is wrong with them. A preview of a change reads those whose names begin with
 * PREVIEW_ and no others, so that it never reaches the data of the shop; it has an address of its own.
 */
function settingsOf(context: Context, { origin: ownOrigin }: URL): Settings | string {
  const isPreview = (context.deploy?.context ?? 'production') !== 'production';
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

/** The shop's own cookies once more, in a header of the proxy's own: nothing guarantees that `Cookie` arrives. */
function shopCookies(cookie: string): string {
  return cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => /^(__Host-)?(sid|device)=/.test(part))
    .join('; ');
}

/** What a function needs of a request. Nothing else passes, least of all headers that only the edge proxy may write. */
const forwarded = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-none-match',
  'origin',
  'x-order-key',
  'x-challenge-token',
  'x-health-key',
  'sec-fetch-site',
];

/** The function that answers, as a path below the functions' address; null for a static file. */
function functionPath(method: string, pathname: string): string | null {
  if (pathname.startsWith('/api/')) return pathname;
  if (method === 'POST' && pathname.startsWith('/payment/')) {
    return pathname.replace('/payment/', '/payment-return/');
  }
  return null;
}

/** With these Netlify's CDN keeps a reply, and answers with it in place of this function. */
const forTheCdn = ['netlify-cdn-cache-control', 'netlify-vary', 'netlify-cache-tag'];

function outgoing(from: Headers): Headers {
  const headers = new Headers();
  for (const name of [
    'content-type',
    'cache-control',
    'location',
    'allow',
    'retry-after',
    'link',
    'x-total-count',
    'referrer-policy',
    'x-request-id',
    'etag',
    'vary',
    ...forTheCdn,
  ]) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  // None of the shop's cookies has a comma.
  for (const cookie of from.get('x-shop-cookie')?.split(', ') ?? []) headers.append('set-cookie', cookie);
  if (headers.has('set-cookie')) {
    for (const name of forTheCdn) headers.delete(name);
    headers.set('cache-control', 'no-store');
  }
  for (const [name, value] of Object.entries(ofEveryReply)) headers.set(name, value);
  return headers;
}

/** As the site's files have them: the CDN adds none to what the edge proxy answers. */
const ofEveryReply = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

/** Bytes; the largest honest request, an order of a hundred lines, has about 15 kB. */
const longestBody = 128_000;
/** The one request that is larger: an admin's spreadsheet, some thousand products at once. */
const importPath = '/api/admin/products/import';
const maxImportMinutesX = 8_000_000;

/** The whole body, so that a function never sees half of one; whatever the sender claims about its length. */
async function limitedBody(
  request: Request,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null | 'too large'> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return 'too large';
  if (!request.body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return 'too large';
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  chunks.reduce((at, chunk) => {
    whole.set(chunk, at);
    return at + chunk.byteLength;
  }, 0);
  return whole;
}

/**
 * Whether a bank's return is sent to a page that this site does not have: functions are deployed before the site, so
 * theirs may be newer.
 */
function leadsToNoPage({ status, headers }: Response, origin: string): boolean {
  const location = status === 303 ? headers.get('location') : null;
  const paths: string[] = Object.values(outcomePaths);
  return location !== null && !paths.includes(new URL(location, origin).pathname);
}

/**
 * To a buyer who comes from the bank: the money may have moved, so it is called undecided. Their order says what is true.
 * @param from the answer that leads elsewhere: which order it is about is kept
 */
function tryLater(origin: string, from?: Headers): Response {
  const target = new URL(outcomePaths.tryLater, origin);
  target.search = new URL(from?.get('location') ?? '', origin).search;
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
