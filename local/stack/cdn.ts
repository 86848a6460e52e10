import { cdnHeader } from '../../supabase/functions/_shared/contract/time-limits.ts';

type CacheEntry = {
  headers: Headers;
  body: ArrayBuffer;
  cachedAt: number;
  /** Milliseconds for which it is fresh, and for which it is then served stale while it is revalidated. */
  fresh: number;
  stale: number;
  isRevalidating: boolean;
};

type Origin<Context> = (request: Request, context: Context) => Promise<Response | undefined>;

const maxEntries = 2_000;

/** The key of a reply: its path and, with `Netlify-Vary: query=a|b`, the parameters of these names alone. */
function keyOf(address: string, vary = ''): string {
  const { pathname, search, searchParams } = new URL(address);
  const named = /^query=(.+)$/.exec(vary)?.[1]?.split('|');
  return pathname + (named ? JSON.stringify(named.map((name) => searchParams.getAll(name))) : search);
}

/**
 * A stand-in of Netlify's CDN before the edge proxy: replies to GET whose `Netlify-CDN-Cache-Control` allows it, and which
 * set no cookie, are cached by `keyOf` their address; a stale one is served while one request revalidates it
 * (https://docs.netlify.com/build/caching/caching-overview/).
 */
export function cdnBefore<Context>(origin: Origin<Context>): Origin<Context> {
  const cache = new Map<string, CacheEntry>();
  const varyOfPath = new Map<string, string>();
  const keyOfRequest = ({ url }: Request) => keyOf(url, varyOfPath.get(new URL(url).pathname));

  const fetchAndCache = async (request: Request, context: Context) => {
    const { url } = request;
    const cachedAt = Date.now();
    const headers = new Headers(request.headers);
    // The cache needs the whole reply.
    headers.delete('if-none-match');
    const reply = await origin(new Request(url, { headers }), context);
    const rule = reply?.headers.get(cdnHeader) ?? '';
    const milliseconds = (name: string) =>
      Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(rule)?.[1] ?? 0) * 1000;
    const [fresh, stale] = [milliseconds('max-age'), milliseconds('stale-while-revalidate')];
    cache.delete(keyOfRequest(request));
    if (reply?.status !== 200 || reply.headers.has('set-cookie') || fresh === 0) return reply;
    reply.headers.delete(cdnHeader);
    const body = await reply.arrayBuffer();
    if (cache.size >= maxEntries) {
      cache.clear();
      varyOfPath.clear();
    }
    const entry = { headers: reply.headers, body, cachedAt, fresh, stale, isRevalidating: false };
    varyOfPath.set(new URL(url).pathname, reply.headers.get('netlify-vary') ?? '');
    reply.headers.delete('netlify-vary');
    cache.set(keyOfRequest(request), entry);
    return respond(request, entry);
  };

  return async (request, context) => {
    if (request.method !== 'GET') return origin(request, context);
    const entry = cache.get(keyOfRequest(request));
    const age = Date.now() - (entry?.cachedAt ?? 0);
    if (!entry || age >= entry.fresh + entry.stale) return fetchAndCache(request, context);
    if (age >= entry.fresh && !entry.isRevalidating) {
      entry.isRevalidating = true;
      void fetchAndCache(request, context)
        .catch(() => {})
        .finally(() => (entry.isRevalidating = false));
    }
    return respond(request, entry);
  };
}

/** 304 when the browser has it already. */
function respond(request: Request, { headers, body }: CacheEntry): Response {
  const isKnown = request.headers.get('if-none-match')?.includes(headers.get('etag') ?? ' ');
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

/** A stand-in of Netlify's Cache API, as much of it as the edge proxy uses: a reply until its own max-age has passed. */
export function keptInMemory(): Pick<CacheStorage, 'open'> {
  const kept = new Map<string, { reply: Response; until: number }>();
  const cache: Pick<Cache, 'put' | 'match'> = {
    put: async (address, reply) => {
      const seconds = Number(/max-age=(\d+)/.exec(reply.headers.get('cache-control') ?? '')?.[1]);
      if (!(seconds > 0)) throw new TypeError('Netlify keeps no reply without a max-age.');
      if (kept.size >= maxEntries) kept.clear();
      const whole = new Response(await reply.arrayBuffer(), reply);
      kept.set(String(address), { reply: whole, until: Date.now() + seconds * 1000 });
    },
    match: (address) => {
      const found = kept.get(String(address));
      return Promise.resolve(found && found.until > Date.now() ? found.reply.clone() : undefined);
    },
  };
  return { open: () => Promise.resolve(cache as Cache) };
}
