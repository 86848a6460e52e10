import { compressed, encodingFor, isWorthCompressing } from './compression.ts';

/** A cached reply: complete and not compressed. */
type CacheEntry = {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  tags: readonly string[];
  cachedAt: number;
  /** Milliseconds for which it is fresh, and for which it is then served stale while it is revalidated. */
  fresh: number;
  stale: number;
  isRevalidating: boolean;
};

type FetchOrigin = (request: Request) => Promise<Response | undefined>;

export type Cdn = {
  /** A cached reply, or that of `fetchOrigin`; undefined when that returns none, for a file. */
  answer(request: Request, fetchOrigin: FetchOrigin): Promise<Response | undefined>;
  /** Removes all replies with one of these tags; without tags, all replies. */
  purge(tags?: readonly string[]): void;
};

/**
 * Imitates in memory what Netlify's CDN does around an edge function in manual cache mode
 * (https://docs.netlify.com/build/caching/caching-overview/): it caches replies to GET whose headers allow it and which
 * set no cookie; the key is the address with the parameters that the reply names (`Netlify-Vary`); it serves stale replies
 * while one request revalidates; it purges by tag; and it compresses. Netlify's documents do not say whether the CDN
 * answers a browser's `If-None-Match` itself; here it does. With `caches` false, every request reaches the origin.
 */
export function openCdn({ caches }: { caches: boolean }): Cdn {
  const cache = new Map<string, CacheEntry>();
  /** The `Netlify-Vary` of each path, from its first reply. */
  const varyByPath = new Map<string, string>();
  let purges = 0;

  const keyOf = (url: URL, vary: string) => {
    const [, names] = /^query=(.+)$/.exec(vary) ?? [];
    const wanted = names?.split('|');
    const parameters = [...url.searchParams].filter(([name]) => !wanted || wanted.includes(name));
    return `${url.pathname}?${new URLSearchParams(parameters).toString()}`;
  };
  const find = (url: URL) => {
    const vary = varyByPath.get(url.pathname);
    const key = vary === undefined ? '' : keyOf(url, vary);
    const entry = cache.get(key);
    const age = entry ? Date.now() - entry.cachedAt : 0;
    if (!entry || age >= entry.fresh + entry.stale) return null;
    return { key, entry, isFresh: age < entry.fresh };
  };

  /** Fetches a reply, and caches it if its headers allow it. */
  const fetchAndCache = async (
    request: Request,
    fetchOrigin: FetchOrigin,
    known?: { key: string; entry: CacheEntry },
  ) => {
    const purgesBefore = purges;
    const fetchedAt = Date.now();
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    const etag = known?.entry.headers.get('etag');
    if (etag) headers.set('if-none-match', etag);
    const answer = await fetchOrigin(new Request(request.url, { headers }));
    if (!answer) return undefined;
    if (known && answer.status === 304) {
      if (purges === purgesBefore) known.entry.cachedAt = fetchedAt;
      return known.entry;
    }
    const entry = await buffered(answer, fetchedAt);
    if (entry.fresh > 0 && purges === purgesBefore) {
      const url = new URL(request.url);
      const vary = varyByPath.get(url.pathname) ?? entry.headers.get('netlify-vary') ?? 'query';
      if (Math.max(cache.size, varyByPath.size) > maxEntries) {
        cache.clear();
        varyByPath.clear();
      }
      varyByPath.set(url.pathname, vary);
      cache.set(keyOf(url, vary), entry);
    } else if (known) cache.delete(known.key);
    return entry;
  };

  return {
    answer: async (request, fetchOrigin) => {
      if (request.method !== 'GET' || !caches) {
        const answer = await fetchOrigin(request);
        return answer && request.method === 'GET'
          ? respond(request, await buffered(answer, 0), null)
          : answer;
      }
      const found = find(new URL(request.url));
      if (!found) {
        const entry = await fetchAndCache(request, fetchOrigin);
        return entry && respond(request, entry, 'fwd=miss');
      }
      if (found.isFresh) return respond(request, found.entry, 'hit');
      if (!found.entry.isRevalidating) {
        found.entry.isRevalidating = true;
        void fetchAndCache(request, fetchOrigin, found)
          .catch(() => {})
          .finally(() => (found.entry.isRevalidating = false));
      }
      return respond(request, found.entry, 'hit; fwd=stale');
    },
    purge: (tags) => {
      purges += 1;
      for (const [key, entry] of cache)
        if (!tags || entry.tags.some((tag) => tags.includes(tag))) cache.delete(key);
    },
  };
}

const maxEntries = 2_000;

async function buffered(answer: Response, cachedAt: number): Promise<CacheEntry> {
  const { headers, status } = answer;
  const rule =
    headers.get('netlify-cdn-cache-control') ??
    headers.get('cdn-cache-control') ??
    headers.get('cache-control') ??
    '';
  const isCacheable = status === 200 && !headers.has('set-cookie') && !/no-store|no-cache|private/.test(rule);
  const seconds = (name: string) => Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(rule)?.[1] ?? 0);
  return {
    status,
    headers,
    body: new Uint8Array(await answer.arrayBuffer()),
    tags: (headers.get('netlify-cache-tag') ?? headers.get('cache-tag') ?? '').split(','),
    cachedAt,
    fresh: isCacheable ? (seconds('s-maxage') || seconds('max-age')) * 1000 : 0,
    stale: isCacheable ? seconds('stale-while-revalidate') * 1000 : 0,
    isRevalidating: false,
  };
}

/** Headers that are only for the CDN. */
const cdnOnlyHeaders = [
  'netlify-cdn-cache-control',
  'cdn-cache-control',
  'netlify-vary',
  'netlify-cache-tag',
];

/** The response to one request: compressed as it accepts, or 304 if the browser has it already. */
async function respond(request: Request, entry: CacheEntry, cacheStatus: string | null): Promise<Response> {
  const headers = new Headers(entry.headers);
  for (const name of cdnOnlyHeaders) headers.delete(name);
  if (cacheStatus) {
    headers.set('cache-status', `"Netlify Edge"; ${cacheStatus}`);
    if (cacheStatus.startsWith('hit'))
      headers.set('age', String(Math.floor((Date.now() - entry.cachedAt) / 1000)));
  }
  const { status } = entry;
  const etag = headers.get('etag');
  const isUnchanged = status === 200 && etag !== null && etagsOf(request).includes(etag);
  if (isUnchanged) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (!encoding || !isWorthCompressing(headers.get('content-type'), entry.body.length))
    return new Response(withoutBody.includes(status) ? null : entry.body, { status, headers });
  headers.set('content-encoding', encoding);
  headers.set('vary', 'Accept-Encoding');
  headers.delete('content-length');
  if (etag) headers.set('etag', etag.replace(/"$/, '-df"'));
  return new Response(new Uint8Array(await compressed(entry.body, encoding)), { status, headers });
}

const withoutBody = [204, 304];

/** Netlify adds `-df` to the etag of a compressed copy (https://github.com/netlify-labs/cache-control-and-swr). */
const etagsOf = (request: Request) =>
  (request.headers.get('if-none-match') ?? '').split(',').map((etag) => etag.trim().replace(/-df"$/, '"'));
