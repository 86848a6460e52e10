import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCdn } from './cdn.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const mayBeKept = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, max-age=1, stale-while-revalidate=3',
  'netlify-vary': 'query=q|own',
  'netlify-cache-tag': 'shelves,product-1',
};

/** A CDN before a function that numbers its replies. */
function opened(headers: Record<string, string> = mayBeKept, keeps = true) {
  const cdn = openCdn({ keeps });
  let replies = 0;
  const ask = vi.fn((_: Request): Promise<Response | undefined> => {
    replies += 1;
    return Promise.resolve(
      new Response(`reply ${replies}`, { headers: { etag: `"${replies}"`, ...headers } }),
    );
  });
  const go = async (path: string, init?: RequestInit) => {
    const answer = await cdn.answer(new Request(`http://127.0.0.1${path}`, init), ask);
    return {
      text: await answer?.text(),
      status: answer?.status,
      headers: answer?.headers ?? new Headers(),
      from: answer?.headers.get('cache-status')?.replace('"Netlify Edge"; ', ''),
    };
  };
  return { cdn, ask, go };
}
const seconds = (many: number) => vi.advanceTimersByTime(many * 1000);

test('what is kept is answered without the function, and what is only for the CDN stays with it', async () => {
  const { ask, go } = opened();
  expect(await go('/api/search?q=gps')).toMatchObject({ text: 'reply 1', from: 'fwd=miss' });
  seconds(0.9);
  const again = await go('/api/search?q=gps', { headers: { cookie: 'sid=1' } });
  expect(again).toMatchObject({ text: 'reply 1', from: 'hit' });
  expect(ask).toHaveBeenCalledTimes(1);
  expect([...again.headers.keys()].filter((name) => name.startsWith('netlify'))).toEqual([]);
  expect(again.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test('the key is the address with the parameters that the reply names', async () => {
  const { go } = opened();
  await go('/api/search?q=gps');
  expect((await go('/api/search?q=gps&utm_source=mail')).from).toBe('hit');
  expect((await go('/api/search?q=gps&own=yes')).from).toBe('fwd=miss');
  expect((await go('/api/search?q=solar')).from).toBe('fwd=miss');
  const all = opened({ ...mayBeKept, 'netlify-vary': 'query' });
  await all.go('/api/products?spec.power=1..2');
  expect((await all.go('/api/products?spec.power=1..3')).from).toBe('fwd=miss');
});

test('what is too old is answered while one request asks anew, and not at all after that', async () => {
  const { ask, go } = opened();
  await go('/api/search');
  seconds(2);
  let answer = (_: Response) => {};
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const stale = await Promise.all([go('/api/search'), go('/api/search'), go('/api/search')]);
  expect(stale.map(({ text, from }) => [text, from])).toEqual(Array(3).fill(['reply 1', 'hit; fwd=stale']));
  expect(ask).toHaveBeenCalledTimes(2);
  expect(ask.mock.calls[1]?.[0].headers.get('if-none-match')).toBe('"1"');
  answer(new Response('new', { headers: mayBeKept }));
  await vi.waitFor(async () => expect(await go('/api/search')).toMatchObject({ text: 'new', from: 'hit' }));
  seconds(4);
  expect(await go('/api/search')).toMatchObject({ text: 'reply 2', from: 'fwd=miss' });
});

test('a reply that has not changed is good again', async () => {
  const { ask, go } = opened();
  await go('/api/search');
  seconds(2);
  ask.mockResolvedValueOnce(new Response(null, { status: 304 }));
  await go('/api/search');
  await vi.waitFor(async () => expect((await go('/api/search')).from).toBe('hit'));
  expect(ask).toHaveBeenCalledTimes(2);
});

test.each([
  ['a reply with a cookie', { ...mayBeKept, 'set-cookie': 'sid=1' }],
  ['a reply that says nothing', { 'content-type': 'application/json' }],
  ['one that forbids it', { 'cache-control': 'no-store' }],
  ['one for one person', { 'cache-control': 'private, max-age=60' }],
  ['one that a browser may keep and the CDN may not', { 'cache-control': 'public, max-age=0' }],
])('%s is not kept', async (_, headers) => {
  const { go } = opened(headers);
  expect([(await go('/api/cart')).text, (await go('/api/cart')).text]).toEqual(['reply 1', 'reply 2']);
});

test('only GET is answered from what is kept, and only what went well is kept', async () => {
  const { ask, go } = opened();
  await go('/api/products');
  expect((await go('/api/products', { method: 'POST', body: '{}' })).text).toBe('reply 2');
  expect((await go('/api/products')).text).toBe('reply 1');
  ask.mockResolvedValueOnce(new Response('no', { status: 503, headers: mayBeKept }));
  expect((await go('/api/facets')).status).toBe(503);
  expect((await go('/api/facets')).text).toBe('reply 3');
});

test('a purge forgets what carries one of its tags, also what is just being asked for', async () => {
  const { cdn, ask, go } = opened();
  await go('/api/search');
  cdn.purge(['product-2']);
  expect((await go('/api/search')).from).toBe('hit');
  cdn.purge([]);
  expect((await go('/api/search')).from).toBe('hit');
  cdn.purge(['product-1']);
  expect((await go('/api/search')).text).toBe('reply 2');
  cdn.purge();
  let answer = (_: Response) => {};
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const early = go('/api/search');
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  cdn.purge(['shelves']);
  answer(new Response('before the change', { headers: mayBeKept }));
  expect((await early).text).toBe('before the change');
  expect((await go('/api/search')).text).toBe('reply 3');
});

test('who has the reply is told so, also when their copy was compressed', async () => {
  const { go } = opened();
  const { headers } = await go('/api/search');
  const mark = headers.get('etag') ?? '';
  for (const known of [mark, mark.replace(/"$/, '-df"')]) {
    const again = await go('/api/search', { headers: { 'if-none-match': known } });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  expect((await go('/api/search', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('a long reply is compressed as its browser accepts: %s', async (accepted, encoding, undo) => {
  for (const keeps of [true, false]) {
    const cdn = openCdn({ keeps });
    const long = JSON.stringify(Array(500).fill('solar'));
    const ask = () => Promise.resolve(new Response(long, { headers: { ...mayBeKept, etag: '"1"' } }));
    const request = () =>
      new Request('http://127.0.0.1/api/products', { headers: { 'accept-encoding': accepted } });
    for (const answer of [await cdn.answer(request(), ask), await cdn.answer(request(), ask)]) {
      expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        etag: '"1-df"',
      });
      expect(undo(new Uint8Array((await answer?.arrayBuffer()) ?? [])).toString()).toBe(long);
    }
  }
});

test('switched off it keeps nothing, and files are nobody’s reply', async () => {
  const { go } = opened(mayBeKept, false);
  expect([(await go('/api/search')).text, (await go('/api/search')).text]).toEqual(['reply 1', 'reply 2']);
  const { ask, cdn } = opened();
  ask.mockResolvedValue(undefined);
  expect(await cdn.answer(new Request('http://127.0.0.1/'), ask)).toBeUndefined();
});
