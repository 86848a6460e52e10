import { describe, expect, it } from 'vitest';
import { api, cookie, orderId, tokens } from '../../tests/api-under-test.ts';
import type { OpenApiDocument } from '../_shared/contract/openapi.ts';
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

it.each(closed.map(({ name, method, path }) => [name, method, path] as const))(
  '%s is kept by nobody, whoever calls',
  async (_, method, path) => {
    for (const role of everyRole) {
      for (const query of ['', '?own=yes&page=1&period=7&day=2026-11-21&items=&county=']) {
        const body = method === 'GET' ? undefined : {};
        const { headers } = await as(role).call(method, path + query, body, { 'if-none-match': '*' });
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

/** The API as it runs in a process of its own, with what it keeps. */
function withMemory() {
  const shop = as('guest');
  const replies = repliesInProcess();
  const app = createApp({ ...shop, edgeProxySecret: 'secret', publicReplies: replies } as unknown as Deps);
  const headers = { 'x-shop-secret': 'secret', 'x-shop-origin': 'http://127.0.0.1', cookie: `sid=${cookie}` };
  const call = async (path: string) =>
    (await app.fetch(new Request(`http://127.0.0.1${path}`, { headers }))).text();
  return { ...shop, replies, call };
}
