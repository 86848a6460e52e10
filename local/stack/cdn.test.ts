import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCdn } from './cdn.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const cacheable = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, max-age=1, stale-while-revalidate=3',
  'netlify-vary': 'query=q|own',
  'netlify-cache-tag': 'shelves,product-1',
};

/** A CDN in front of a function that numbers its replies. */
function openedCdn(headers: Record<string, string> = cacheable, caches = true) {
  const cdn = openCdn({ caches });
  let replies = 0;
  const fetchOrigin = vi.fn((_: Request): Promise<Response | undefined> => {
    replies += 1;
    return Promise.resolve(
      new Response(`reply ${replies}`, { headers: { etag: `"${replies}"`, ...headers } }),
    );
  });
  const get = async (path: string, init?: RequestInit) => {
    const answer = await cdn.answer(new Request(`http://127.0.0.1${path}`, init), fetchOrigin);
    return {
      text: await answer?.text(),
      status: answer?.status,
      headers: answer?.headers ?? new Headers(),
      from: answer?.headers.get('cache-status')?.replace('"Netlify Edge"; ', ''),
    };
  };
  return { cdn, fetchOrigin, get };
}
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

test('a cached reply is served without the function, and without the headers for the CDN', async () => {
  const { fetchOrigin, get } = openedCdn();
  expect(await get('/api/search?q=gps')).toMatchObject({ text: 'reply 1', from: 'fwd=miss' });
  seconds(0.9);
  const again = await get('/api/search?q=gps', { headers: { cookie: 'sid=1' } });
  expect(again).toMatchObject({ text: 'reply 1', from: 'hit' });
  expect(fetchOrigin).toHaveBeenCalledTimes(1);
  expect([...again.headers.keys()].filter((name) => name.startsWith('netlify'))).toEqual([]);
  expect(again.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test('the cache key is the address with the parameters that the reply names', async () => {
  const { get } = openedCdn();
  await get('/api/search?q=gps');
  expect((await get('/api/search?q=gps&utm_source=mail')).from).toBe('hit');
  expect((await get('/api/search?q=gps&own=yes')).from).toBe('fwd=miss');
  expect((await get('/api/search?q=solar')).from).toBe('fwd=miss');
  const all = openedCdn({ ...cacheable, 'netlify-vary': 'query' });
  await all.get('/api/products?spec.power=1..2');
  expect((await all.get('/api/products?spec.power=1..3')).from).toBe('fwd=miss');
});

test('a stale reply is served while one request revalidates it, and no longer after that', async () => {
  const { fetchOrigin, get } = openedCdn();
  await get('/api/search');
  seconds(2);
  let answer = (_: Response) => {};
  fetchOrigin.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const stale = await Promise.all([get('/api/search'), get('/api/search'), get('/api/search')]);
  expect(stale.map(({ text, from }) => [text, from])).toEqual(Array(3).fill(['reply 1', 'hit; fwd=stale']));
  expect(fetchOrigin).toHaveBeenCalledTimes(2);
  expect(fetchOrigin.mock.calls[1]?.[0].headers.get('if-none-match')).toBe('"1"');
  answer(new Response('new', { headers: cacheable }));
  await vi.waitFor(async () => expect(await get('/api/search')).toMatchObject({ text: 'new', from: 'hit' }));
  seconds(4);
  expect(await get('/api/search')).toMatchObject({ text: 'reply 2', from: 'fwd=miss' });
});

test('a reply that has not changed is fresh again', async () => {
  const { fetchOrigin, get } = openedCdn();
  await get('/api/search');
  seconds(2);
  fetchOrigin.mockResolvedValueOnce(new Response(null, { status: 304 }));
  await get('/api/search');
  await vi.waitFor(async () => expect((await get('/api/search')).from).toBe('hit'));
  expect(fetchOrigin).toHaveBeenCalledTimes(2);
});

test.each([
  ['a reply with a cookie', { ...cacheable, 'set-cookie': 'sid=1' }],
  ['a reply without a cache header', { 'content-type': 'application/json' }],
  ['one that forbids it', { 'cache-control': 'no-store' }],
  ['one for one person', { 'cache-control': 'private, max-age=60' }],
  ['one that only browsers may cache', { 'cache-control': 'public, max-age=0' }],
])('%s is not cached', async (_, headers) => {
  const { get } = openedCdn(headers);
  expect([(await get('/api/cart')).text, (await get('/api/cart')).text]).toEqual(['reply 1', 'reply 2']);
});

test('only GET is served from the cache, and only successful replies are cached', async () => {
  const { fetchOrigin, get } = openedCdn();
  await get('/api/products');
  expect((await get('/api/products', { method: 'POST', body: '{}' })).text).toBe('reply 2');
  expect((await get('/api/products')).text).toBe('reply 1');
  fetchOrigin.mockResolvedValueOnce(new Response('no', { status: 503, headers: cacheable }));
  expect((await get('/api/facets')).status).toBe(503);
  expect((await get('/api/facets')).text).toBe('reply 3');
});

test('a purge removes replies with one of its tags, including those being fetched', async () => {
  const { cdn, fetchOrigin, get } = openedCdn();
  await get('/api/search');
  cdn.purge(['product-2']);
  expect((await get('/api/search')).from).toBe('hit');
  cdn.purge([]);
  expect((await get('/api/search')).from).toBe('hit');
  cdn.purge(['product-1']);
  expect((await get('/api/search')).text).toBe('reply 2');
  cdn.purge();
  let answer = (_: Response) => {};
  fetchOrigin.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const early = get('/api/search');
  await vi.waitFor(() => expect(fetchOrigin).toHaveBeenCalledTimes(3));
  cdn.purge(['shelves']);
  answer(new Response('before the change', { headers: cacheable }));
  expect((await early).text).toBe('before the change');
  expect((await get('/api/search')).text).toBe('reply 3');
});

test('a browser that has the reply gets 304, also when its copy was compressed', async () => {
  const { get } = openedCdn();
  const { headers } = await get('/api/search');
  const etag = headers.get('etag') ?? '';
  for (const known of [etag, etag.replace(/"$/, '-df"')]) {
    const again = await get('/api/search', { headers: { 'if-none-match': known } });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  expect((await get('/api/search', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('a long reply is compressed as its browser accepts: %s', async (accepted, encoding, undo) => {
  for (const caches of [true, false]) {
    const cdn = openCdn({ caches });
    const long = JSON.stringify(Array(500).fill('solar'));
    const fetchOrigin = () => Promise.resolve(new Response(long, { headers: { ...cacheable, etag: '"1"' } }));
    const request = () =>
      new Request('http://127.0.0.1/api/products', { headers: { 'accept-encoding': accepted } });
    for (const answer of [
      await cdn.answer(request(), fetchOrigin),
      await cdn.answer(request(), fetchOrigin),
    ]) {
      expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        etag: '"1-df"',
      });
      expect(undo(new Uint8Array((await answer?.arrayBuffer()) ?? [])).toString()).toBe(long);
    }
  }
});

test('nothing is cached when it is switched off, and files are not its replies', async () => {
  const { get } = openedCdn(cacheable, false);
  expect([(await get('/api/search')).text, (await get('/api/search')).text]).toEqual(['reply 1', 'reply 2']);
  const { fetchOrigin, cdn } = openedCdn();
  fetchOrigin.mockResolvedValue(undefined);
  expect(await cdn.answer(new Request('http://127.0.0.1/'), fetchOrigin)).toBeUndefined();
});
