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
    '%s may be kept for five seconds at most, and is known again',
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

  it('has another mark when only what its headers say has changed', async () => {
    const { call, catalogue } = as('visitor');
    const before = (await call('GET', '/api/products')).headers.get('etag') ?? '';
    catalogue.count.mockResolvedValue(7);
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
  ])('is not kept when it is refused: %s %s', async (method, path, status) => {
    const answer = await api().call(method, path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    for (const name of netlify) expect(answer.headers.get(name)).toBeNull();
  });
});

// Nothing of one answer stays for the next, so one API for each role answers all of them.
const closedTo = everyRole.map((role) => ({ role, call: as(role).call }));

it.each(closed.map(({ name, method, path }) => [name, method, path] as const))(
  '%s is kept by nobody, whoever calls',
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

it('a crowd that asks the same asks the catalogue once, and a change is seen at once where it was made', async () => {
  const { call, catalogue, replies } = withMemory();
  const page = () => call('/api/products/auger/page');
  expect(new Set(await Promise.all(Array.from({ length: 50 }, page))).size).toBe(1);
  expect(catalogue.page).toHaveBeenCalledTimes(1);
  catalogue.page.mockResolvedValue({ product: { ...product, stock: 0 }, fits: [], related: [] } as never);
  expect(await page()).toContain('"stock":1');
  replies.forget([]);
  expect(await page()).toContain('"stock":0');
});

it('an address with parameters that mean nothing is the same address', async () => {
  const { call, catalogue } = withMemory();
  await call('/api/products/auger/page?utm_source=mail');
  await call('/api/products/auger/page?utm_source=paper');
  expect(catalogue.page).toHaveBeenCalledTimes(1);
  await call('/api/products?brand=A');
  await call('/api/products?brand=B');
  await call('/api/products?spec.power=1..2');
  expect(catalogue.list).toHaveBeenCalledTimes(3);
});

it('what a crowd has asked is not what a buyer with own pieces is answered', async () => {
  const { call, orders } = withMemory();
  await call('/api/products/auger/page');
  orders.ownHolds.mockResolvedValue([{ productId: 'auger', quantity: 2 }]);
  expect(await call('/api/products/auger/page?own=yes')).toContain('"stock":3');
  expect(await call('/api/products/auger/page')).toContain('"stock":1');
});

describe('a kept reply, given before its route is looked for', () => {
  // It is kept for a second, and a machine may be slow.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const path = '/api/products/category/gps/?limit=48&count=no';
  const linesOf = ({ log }: ReturnType<typeof withMemory>) =>
    log.mock.calls
      .map(([line]) => ({ ...(line as { event: string }), ms: 0 }))
      .filter(({ event }) => event === 'request');

  it('is the route’s own, with the id of its request and a line in the log', async () => {
    const shop = withMemory();
    const ids = ['b5b7a3c0-0000-4000-8000-000000000001', 'b5b7a3c0-0000-4000-8000-000000000002'];
    const [first, second] = ids.map((id) => shop.ask(path, { 'x-shop-request-id': id }));
    const ofRoute = await (first as Promise<Response>);
    await second;
    const kept = shop.ask(path, { 'x-shop-request-id': ids[1] });
    // Of the routes comes a promise.
    expect(kept).toBeInstanceOf(Response);
    const answer = kept as Response;
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

  it('is known again', async () => {
    const shop = withMemory();
    const { headers } = await shop.ask(path);
    const again = shop.ask(path, { 'if-none-match': headers.get('etag') ?? '' });
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
  ])('is not for a call that %s', async (_, asked, { method, headers }, status) => {
    const shop = withMemory();
    await shop.ask(path);
    // So that what must not be kept would be known.
    await shop.ask(asked, headers as Record<string, string>, method);
    const answer = shop.ask(asked, headers as Record<string, string>, method);
    if (asked === path || asked.includes('own')) expect(answer).not.toBeInstanceOf(Response);
    expect([(await answer).status, linesOf(shop).length]).toEqual([status, 3]);
  });

  it('is given to nobody after a second, nor after a change', async () => {
    const shop = withMemory();
    await shop.ask(path);
    shop.replies.forget([]);
    await shop.ask(path);
    expect(shop.catalogue.list).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(freshInProcess - 1);
    expect(shop.ask(path)).toBeInstanceOf(Response);
    vi.advanceTimersByTime(1);
    await shop.ask(path);
    expect(shop.catalogue.list).toHaveBeenCalledTimes(3);
  });

  it('is found under a thousand addresses at most, and none that is very long', async () => {
    const shop = withMemory();
    const spare = (i: number) => `/api/products/auger?utm=${i}`;
    for (let i = 0; i < 1_001; i += 1) await shop.ask(spare(i));
    expect(shop.ask(spare(1_000))).toBeInstanceOf(Response);
    expect(shop.ask(spare(999))).not.toBeInstanceOf(Response);
    const long = `/api/products/auger?utm=${'x'.repeat(500)}`;
    await shop.ask(long);
    expect(shop.ask(long)).not.toBeInstanceOf(Response);
    expect(shop.catalogue.page).toHaveBeenCalledTimes(1);
  });
});

/** The API as it runs in a process of its own, with what it keeps. */
function withMemory() {
  const shop = as('guest');
  const replies = repliesInProcess();
  const app = createApp({ ...shop, edgeProxySecret: 'secret', publicReplies: replies } as unknown as Deps);
  const own = { 'x-shop-secret': 'secret', 'x-shop-origin': 'http://127.0.0.1', cookie: `sid=${cookie}` };
  const ask = (path: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
    app.fetch(
      new Request(`http://127.0.0.1${path}`, { method, headers: { ...own, ...headers } as typeof own }),
    );
  return { ...shop, replies, ask, call: async (path: string) => (await ask(path)).text() };
}
