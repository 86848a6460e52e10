import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdnBefore } from './cdn.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const cacheable = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, max-age=5, stale-while-revalidate=5',
};

/** A CDN before a function that numbers its replies. */
function openedCdn(headers: Record<string, string> = cacheable) {
  let replies = 0;
  const origin = vi.fn((_: Request): Promise<Response | undefined> => {
    replies += 1;
    return Promise.resolve(
      new Response(`reply ${replies}`, { headers: { etag: `"${replies}"`, ...headers } }),
    );
  });
  const cdn = cdnBefore(origin);
  const get = async (path: string, init?: RequestInit) => {
    const reply = await cdn(new Request(`http://127.0.0.1${path}`, init), undefined);
    return { text: await reply?.text(), status: reply?.status, headers: reply?.headers ?? new Headers() };
  };
  const textOf = async (path: string, init?: RequestInit) => (await get(path, init)).text;
  return { origin, get, textOf };
}
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

test('a fresh reply is served to everybody without the function, and without the header for the CDN', async () => {
  const { origin, get, textOf } = openedCdn();
  expect(await textOf('/api/search?q=gps')).toBe('reply 1');
  seconds(4.9);
  const again = await get('/api/search?q=gps', { headers: { cookie: 'sid=1' } });
  expect([again.text, origin.mock.calls.length]).toEqual(['reply 1', 1]);
  expect(again.headers.has('netlify-cdn-cache-control')).toBe(false);
  expect(again.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(await textOf('/api/search?q=gps&own=yes')).toBe('reply 2');
});

test('a parameter that the reply does not name makes no other one, and the order of those that it names neither', async () => {
  const { origin, textOf } = openedCdn({ ...cacheable, 'netlify-vary': 'query=own|q' });
  expect(await textOf('/api/search?q=gps')).toBe('reply 1');
  for (const query of ['q=gps&x=1', 'x=2&q=gps', 'q=gps&x=1&x=2&Q=other'])
    expect([query, await textOf(`/api/search?${query}`)]).toEqual([query, 'reply 1']);
  expect(origin.mock.calls).toHaveLength(1);
  for (const query of ['q=solar', 'q=gps&own=yes', 'q=gps&q=solar', ''])
    expect(await textOf(`/api/search?${query}`)).not.toBe('reply 1');
  expect(await textOf('/api/search?x=3&q=gps')).toBe('reply 1');
});

test('a stale reply is served while one request revalidates it, and no longer after that', async () => {
  const { origin, textOf } = openedCdn();
  await textOf('/api/search');
  seconds(6);
  let answer = (_: Response) => {};
  origin.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const stale = await Promise.all([textOf('/api/search'), textOf('/api/search'), textOf('/api/search')]);
  expect([stale, origin.mock.calls.length]).toEqual([Array(3).fill('reply 1'), 2]);
  answer(new Response('new', { headers: cacheable }));
  await vi.waitFor(async () => expect(await textOf('/api/search')).toBe('new'));
  seconds(10);
  expect(await textOf('/api/search')).toBe('reply 2');
});

test.each([
  ['a reply with a cookie', { ...cacheable, 'set-cookie': 'sid=1' }],
  ['a reply without the header', { 'cache-control': 'public, max-age=60' }],
  ['one that forbids it', { 'netlify-cdn-cache-control': 'no-store' }],
])('%s is not cached', async (_, headers) => {
  const { textOf } = openedCdn(headers);
  expect([await textOf('/api/cart'), await textOf('/api/cart')]).toEqual(['reply 1', 'reply 2']);
});

test('only GET is served from the cache, and only successful replies are cached', async () => {
  const { origin, get, textOf } = openedCdn();
  await textOf('/api/products');
  expect(await textOf('/api/products', { method: 'POST', body: '{}' })).toBe('reply 2');
  expect(await textOf('/api/products')).toBe('reply 1');
  origin.mockResolvedValueOnce(new Response('no', { status: 503, headers: cacheable }));
  expect((await get('/api/facets')).status).toBe(503);
  expect(await textOf('/api/facets')).toBe('reply 3');
});

test('a browser that has the reply gets 304, and the whole reply is cached all the same', async () => {
  const { origin, get } = openedCdn();
  const known = { headers: { 'if-none-match': '"1"' } };
  for (let i = 0; i < 2; i += 1)
    expect(await get('/api/search', known)).toMatchObject({ status: 304, text: '' });
  expect(origin.mock.calls[0]?.[0].headers.has('if-none-match')).toBe(false);
  expect((await get('/api/search', { headers: { 'if-none-match': '"other"' } })).text).toBe('reply 1');
});

test('what the proxy leaves to the files is no reply', async () => {
  const { origin, get } = openedCdn();
  origin.mockResolvedValue(undefined);
  expect((await get('/')).status).toBeUndefined();
});
