import { compressed, encodingFor, isWorthCompressing } from './compression.ts';

/** A reply as it is kept: whole, and not compressed. */
type Kept = {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  tags: readonly string[];
  keptAt: number;
  /** Milliseconds for which it is answered without asking, and for which it still is while somebody asks. */
  fresh: number;
  stale: number;
  isAsked: boolean;
};

type Ask = (request: Request) => Promise<Response | undefined>;

export type Cdn = {
  /** What is kept, or what `ask` answers; undefined where that answers nothing: a file. */
  answer(request: Request, ask: Ask): Promise<Response | undefined>;
  /** Forgets everything that carries one of these tags; without tags, everything. */
  purge(tags?: readonly string[]): void;
};

/**
 * What Netlify's CDN does around an edge function in manual cache mode
 * (https://docs.netlify.com/build/caching/caching-overview/), in memory: it keeps what says so itself, of GETs, never
 * with a cookie; the key is the address with the parameters that the reply names (`Netlify-Vary`); it answers with what
 * is too old while one request asks anew; it forgets by tag; and it compresses. Whether Netlify answers a browser's
 * `If-None-Match` itself its documents do not say; here it does. `keeps` false: everything is asked for.
 */
export function openCdn({ keeps }: { keeps: boolean }): Cdn {
  const kept = new Map<string, Kept>();
  /** On which parameters an address depends; the first reply says it. */
  const varying = new Map<string, string>();
  let purges = 0;

  const keyOf = (url: URL, vary: string) => {
    const [, names] = /^query=(.+)$/.exec(vary) ?? [];
    const wanted = names?.split('|');
    const parameters = [...url.searchParams].filter(([name]) => !wanted || wanted.includes(name));
    return `${url.pathname}?${new URLSearchParams(parameters).toString()}`;
  };
  const find = (url: URL) => {
    const vary = varying.get(url.pathname);
    const key = vary === undefined ? '' : keyOf(url, vary);
    const entry = kept.get(key);
    const age = entry ? Date.now() - entry.keptAt : 0;
    if (!entry || age >= entry.fresh + entry.stale) return null;
    return { key, entry, isFresh: age < entry.fresh };
  };

  /** What a function answers to a request that is nobody's in particular, and keeps it if it may be kept. */
  const fetchAndKeep = async (request: Request, ask: Ask, known?: { key: string; entry: Kept }) => {
    const purgesBefore = purges;
    const askedAt = Date.now();
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    const mark = known?.entry.headers.get('etag');
    if (mark) headers.set('if-none-match', mark);
    const answer = await ask(new Request(request.url, { headers }));
    if (!answer) return undefined;
    if (known && answer.status === 304) {
      if (purges === purgesBefore) known.entry.keptAt = askedAt;
      return known.entry;
    }
    const entry = await wholeOf(answer, askedAt);
    if (entry.fresh > 0 && purges === purgesBefore) {
      const url = new URL(request.url);
      const vary = varying.get(url.pathname) ?? entry.headers.get('netlify-vary') ?? 'query';
      if (Math.max(kept.size, varying.size) > mostReplies) {
        kept.clear();
        varying.clear();
      }
      varying.set(url.pathname, vary);
      kept.set(keyOf(url, vary), entry);
    } else if (known) kept.delete(known.key);
    return entry;
  };

  return {
    answer: async (request, ask) => {
      if (request.method !== 'GET' || !keeps) {
        const answer = await ask(request);
        return answer && request.method === 'GET' ? sent(request, await wholeOf(answer, 0), null) : answer;
      }
      const found = find(new URL(request.url));
      if (!found) {
        const entry = await fetchAndKeep(request, ask);
        return entry && sent(request, entry, 'fwd=miss');
      }
      if (found.isFresh) return sent(request, found.entry, 'hit');
      if (!found.entry.isAsked) {
        found.entry.isAsked = true;
        void fetchAndKeep(request, ask, found)
          .catch(() => {})
          .finally(() => (found.entry.isAsked = false));
      }
      return sent(request, found.entry, 'hit; fwd=stale');
    },
    purge: (tags) => {
      purges += 1;
      for (const [key, entry] of kept)
        if (!tags || entry.tags.some((tag) => tags.includes(tag))) kept.delete(key);
    },
  };
}

const mostReplies = 2_000;

async function wholeOf(answer: Response, keptAt: number): Promise<Kept> {
  const { headers, status } = answer;
  const rule =
    headers.get('netlify-cdn-cache-control') ??
    headers.get('cdn-cache-control') ??
    headers.get('cache-control') ??
    '';
  const mayKeep = status === 200 && !headers.has('set-cookie') && !/no-store|no-cache|private/.test(rule);
  const seconds = (name: string) => Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(rule)?.[1] ?? 0);
  return {
    status,
    headers,
    body: new Uint8Array(await answer.arrayBuffer()),
    tags: (headers.get('netlify-cache-tag') ?? headers.get('cache-tag') ?? '').split(','),
    keptAt,
    fresh: mayKeep ? (seconds('s-maxage') || seconds('max-age')) * 1000 : 0,
    stale: mayKeep ? seconds('stale-while-revalidate') * 1000 : 0,
    isAsked: false,
  };
}

/** Only between function and CDN. */
const forTheCdn = ['netlify-cdn-cache-control', 'cdn-cache-control', 'netlify-vary', 'netlify-cache-tag'];

/** The reply for one request: compressed as it accepts, or that it is the one that it has. */
async function sent(request: Request, entry: Kept, cacheStatus: string | null): Promise<Response> {
  const headers = new Headers(entry.headers);
  for (const name of forTheCdn) headers.delete(name);
  if (cacheStatus) {
    headers.set('cache-status', `"Netlify Edge"; ${cacheStatus}`);
    if (cacheStatus.startsWith('hit'))
      headers.set('age', String(Math.floor((Date.now() - entry.keptAt) / 1000)));
  }
  const { status } = entry;
  const mark = headers.get('etag');
  const isKnown = status === 200 && mark !== null && marksOf(request).includes(mark);
  if (isKnown) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (!encoding || !isWorthCompressing(headers.get('content-type'), entry.body.length))
    return new Response(withoutBody.includes(status) ? null : entry.body, { status, headers });
  headers.set('content-encoding', encoding);
  headers.set('vary', 'Accept-Encoding');
  headers.delete('content-length');
  if (mark) headers.set('etag', mark.replace(/"$/, '-df"'));
  return new Response(new Uint8Array(await compressed(entry.body, encoding)), { status, headers });
}

const withoutBody = [204, 304];

/** Netlify adds `-df` to the mark of a compressed copy (https://github.com/netlify-labs/cache-control-and-swr). */
const marksOf = (request: Request) =>
  (request.headers.get('if-none-match') ?? '').split(',').map((mark) => mark.trim().replace(/-df"$/, '"'));
