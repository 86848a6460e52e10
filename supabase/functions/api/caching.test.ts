import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, cookie, orderId, tokens } from '../../tests/api-under-test.ts';
import type { OpenApiDocument } from '../_shared/contract/openapi.ts';
import { freshInProcess } from '../_shared/http/public-reply.ts';
import { createApp } from './app.ts';
import { repliesInProcess } from './data/replies-in-process.ts';
import type { Deps } from './deps.ts';

const product = { id: 'auger', isActive: true, stock: 1 };
const guest = {};

/** The API with a product, for each role that a caller can have. */
const roles = { visitor: null, guest, buyer: tokens(), admin: tokens() };
function as(role: keyof typeof roles) {
  const shop = api(roles[role]);
  shop.catalogue.page.mockResolvedValue({ product, fits: [], related: [] } as never);
  shop.orders.find.mockResolvedValue({ id: orderId } as never);
  if (role === 'buyer') shop.administration.requireAdmin?.mockRejectedValue(new Error('not an admin'));
  return shop;
}

const described = (await api().call('GET', '/api/openapi.json')).body as unknown as OpenApiDocument;
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    // Every operation that takes an id takes this one.
    path: path.replace(/\{[A-Za-z]+\}/g, orderId),
    operation,
  })),
);
const open = operations.filter(({ operation }) => operation['x-cache'] === 'public');
const closed = operations.filter(({ operation }) => operation['x-cache'] === 'no-store');
const netlify = ['netlify-cdn-cache-control', 'netlify-vary', 'netlify-cache-tag'];
const everyRole = Object.keys(roles) as (keyof typeof roles)[];

describe('what is the same for everybody', () => {
  it('is the catalogue, the counties and this description, and nothing else', () => {
    expect(open.map(({ name }) => name).sort()).toEqual([
      'GET /api/delivery/counties',
      'GET /api/facets',
      'GET /api/openapi.json',
      'GET /api/product-count',
      'GET /api/product-index',
      'GET /api/products',
      'GET /api/products/category/{category}',
      'GET /api/products/{product}',
      'GET /api/products/{product}/page',
      'GET /api/search',
      'GET /api/suggestions',
    ]);
  });

  it.each(open.map(({ name, path }) => [name, path] as const))(
    '%s may be cached for five seconds at most, and is answered with 304',
    async (_, path) => {
      for (const role of everyRole) {
        const { call } = as(role);
        const first = await call('GET', path);
        expect([role, first.status]).toEqual([role, 200]);
        const headers = Object.fromEntries(first.headers);
        expect(headers).toMatchObject({
          'cache-control': 'public, max-age=0, must-revalidate',
          'netlify-cdn-cache-control': 'public, max-age=1, stale-while-revalidate=3',
          'netlify-cache-tag': expect.stringMatching(/^[\w-]+(,[\w-]+)*$/) as string,
          'netlify-vary': expect.stringMatching(/^query(=([\w-]+\|)*own)?$/) as string,
          vary: 'Accept-Encoding',
          etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
        });
        expect(headers).not.toHaveProperty('x-shop-cookie');
        const compressed = `W/"other", W/${headers.etag?.replace(/"$/, '-df"')}`;
        for (const known of [headers.etag ?? '', compressed]) {
          const again = await call('GET', path, undefined, { 'if-none-match': known });
          expect([again.status, again.body]).toEqual([304, null]);
          expect(again.headers.get('etag')).toBe(headers.etag);
          for (const name of [...netlify, 'cache-control', 'vary'])
            expect(again.headers.get(name)).toBe(headers[name]);
        }
      }
    },
  );

  it('has another etag when only its headers have changed', async () => {
    const { call, catalogue } = as('visitor');
    const before = (await call('GET', '/api/products')).headers.get('etag') ?? '';
    catalogue.list.mockResolvedValue({ products: [], next: null, total: 7 });
    const after = await call('GET', '/api/products', undefined, { 'if-none-match': before });
    expect([after.status, after.headers.get('x-total-count')]).toEqual([200, '7']);
  });

  it.each(['/api/products?own=yes', '/api/products/auger/page?own=', '/api/search?q=auger&own=yes'])(
    'is one person’s with their own pieces: %s',
    async (path) => {
      const { call, catalogue } = as('guest');
      catalogue.search.mockResolvedValue({ products: [product], nearest: [] } as never);
      const { status, headers } = await call('GET', path);
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
      for (const name of netlify) expect(headers.get(name)).toBeNull();
    },
  );

  it.each([
    ['GET', '/api/products/no-such-thing', 404],
    ['GET', '/api/products?limit=0', 400],
    ['POST', '/api/facets', 405],
  ])('is not cached when it is refused: %s %s', async (method, path, status) => {
    const answer = await api().call(method, path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    for (const name of netlify) expect(answer.headers.get(name)).toBeNull();
  });
});

// Nothing of one answer stays for the next, so one API for each role answers all of them.
const closedTo = everyRole.map((role) => ({ role, call: as(role).call }));

it.each(closed.map(({ name, method, path }) => [name, method, path] as const))(
  '%s is never cached, whoever calls',
  async (_, method, path) => {
    for (const { role, call } of closedTo) {
      for (const query of ['', '?own=yes&page=1&period=7&day=2026-11-21&items=&county=']) {
        const body = method === 'GET' ? undefined : {};
        const { headers } = await call(method, path + query, body, { 'if-none-match': '*' });
        expect([role, headers.get('cache-control')]).toEqual([role, 'no-store']);
        for (const name of [...netlify, 'etag']) expect([name, headers.get(name)]).toEqual([name, null]);
      }
    }
  },
);

it('concurrent equal requests query the catalogue once, and a change is visible immediately in the same process', async () => {
  const { call, catalogue, replies } = withCache();
  const page = () => call('/api/products/auger/page');
  expect(new Set(await Promise.all(Array.from({ length: 50 }, page))).size).toBe(1);
  expect(catalogue.page).toHaveBeenCalledTimes(1);
  catalogue.page.mockResolvedValue({ product: { ...product, stock: 0 }, fits: [], related: [] } as never);
  expect(await page()).toContain('"stock":1');
  replies.forget([]);
  expect(await page()).toContain('"stock":0');
});

it('unknown parameters do not change the cache key', async () => {
  const { call, catalogue } = withCache();
  await call('/api/products/auger/page?utm_source=mail');
  await call('/api/products/auger/page?utm_source=paper');
  expect(catalogue.page).toHaveBeenCalledTimes(1);
  await call('/api/products?brand=A');
  await call('/api/products?brand=B');
  await call('/api/products?spec.power=1..2');
  expect(catalogue.list).toHaveBeenCalledTimes(3);
  await call('/api/products?x=1&brand=A&sort=catalogue');
  await call('/api/products?spec.power=1..2&limit=1000&count=yes&category=');
  expect(catalogue.list).toHaveBeenCalledTimes(3);
  await call('/api/products?brand=A&count=no');
  await call('/api/products/category/solar?brand=A');
  expect(catalogue.list).toHaveBeenCalledTimes(5);
  for (const path of ['/api/product-count', '/api/facets']) {
    await call(path);
    await call(`${path}?x=1&sort=price`);
  }
  expect([catalogue.count, catalogue.facets].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('a buyer with own holds does not get the cached reply', async () => {
  const { call, orders } = withCache();
  await call('/api/products/auger/page');
  orders.ownHolds.mockResolvedValue([{ productId: 'auger', quantity: 2 }]);
  expect(await call('/api/products/auger/page?own=yes')).toContain('"stock":3');
  expect(await call('/api/products/auger/page')).toContain('"stock":1');
});

describe('a cached reply, served before routing', () => {
  // It is cached for a second, and a machine may be slow.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const path = '/api/products/category/gps/?limit=48&count=no';
  const linesOf = ({ log }: ReturnType<typeof withCache>) =>
    log.mock.calls
      .map(([line]) => ({ ...(line as { event: string }), ms: 0 }))
      .filter(({ event }) => event === 'request');

  it('equals the route’s reply, with the id of its request and a line in the log', async () => {
    const shop = withCache();
    const ids = ['b5b7a3c0-0000-4000-8000-000000000001', 'b5b7a3c0-0000-4000-8000-000000000002'];
    const [first, second] = ids.map((id) => shop.send(path, { 'x-shop-request-id': id }));
    const ofRoute = await (first as Promise<Response>);
    await second;
    const cached = shop.send(path, { 'x-shop-request-id': ids[1] });
    // Of the routes comes a promise.
    expect(cached).toBeInstanceOf(Response);
    const answer = cached as Response;
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, ids[1]]);
    expect([...answer.headers].filter(([name]) => name !== 'x-request-id')).toEqual(
      [...ofRoute.headers].filter(([name]) => name !== 'x-request-id'),
    );
    expect(await answer.text()).toBe(await ofRoute.text());
    const lines = linesOf(shop);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toEqual(lines[1]);
    expect(lines[2]).toEqual({ ...lines[0], requestId: ids[1] });
    expect(lines[2]).toMatchObject({ path: '/api/products/category/gps', status: 200, calls: 0, who: null });
  });

  it('is answered with 304', async () => {
    const shop = withCache();
    const { headers } = await shop.send(path);
    const again = shop.send(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again).toBeInstanceOf(Response);
    expect([(again as Response).status, await (again as Response).text()]).toEqual([304, '']);
    expect(linesOf(shop)[1]).toMatchObject({ status: 304 });
  });

  it.each<[string, string, RequestInit, number]>([
    ['did not come through the edge proxy', path, { headers: { 'x-shop-secret': 'guess' } }, 403],
    ['names no site', path, { headers: { 'x-shop-origin': '' } }, 403],
    ['is no GET', path, { method: 'POST' }, 405],
    ['asks for the head alone', path, { method: 'HEAD' }, 200],
    ['counts the caller’s own pieces', `${path}&own=yes`, {}, 200],
    ['has another parameter', `${path}&page=2`, {}, 200],
  ])('is not for a call that %s', async (_, target, { method, headers }, status) => {
    const shop = withCache();
    await shop.send(path);
    // Called twice, so that a wrongly cached reply would be served.
    await shop.send(target, headers as Record<string, string>, method);
    const answer = shop.send(target, headers as Record<string, string>, method);
    if (target === path || target.includes('own')) expect(answer).not.toBeInstanceOf(Response);
    expect([(await answer).status, linesOf(shop).length]).toEqual([status, 3]);
  });

  it('is not served after a second, nor after a change', async () => {
    const shop = withCache();
    await shop.send(path);
    shop.replies.forget([]);
    await shop.send(path);
    expect(shop.catalogue.list).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(freshInProcess - 1);
    expect(shop.send(path)).toBeInstanceOf(Response);
    vi.advanceTimersByTime(1);
    await shop.send(path);
    expect(shop.catalogue.list).toHaveBeenCalledTimes(3);
  });

  it('is remembered for at most a thousand addresses, and for no very long one', async () => {
    const shop = withCache();
    const spare = (i: number) => `/api/products/auger?utm=${i}`;
    for (let i = 0; i < 1_001; i += 1) await shop.send(spare(i));
    expect(shop.send(spare(1_000))).toBeInstanceOf(Response);
    expect(shop.send(spare(999))).not.toBeInstanceOf(Response);
    const long = `/api/products/auger?utm=${'x'.repeat(500)}`;
    await shop.send(long);
    expect(shop.send(long)).not.toBeInstanceOf(Response);
    expect(shop.catalogue.page).toHaveBeenCalledTimes(1);
  });
});

/** The API with the cache of its process. */
function withCache() {
  const shop = as('guest');
  const replies = repliesInProcess();
  const app = createApp({ ...shop, edgeProxySecret: 'secret', publicReplies: replies } as unknown as Deps);
  const own = { 'x-shop-secret': 'secret', 'x-shop-origin': 'http://127.0.0.1', cookie: `sid=${cookie}` };
  const send = (path: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
    app.fetch(
      new Request(`http://127.0.0.1${path}`, { method, headers: { ...own, ...headers } as typeof own }),
    );
  return { ...shop, replies, send, call: async (path: string) => (await send(path)).text() };
}
