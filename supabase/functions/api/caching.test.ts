import { describe, expect, it } from 'vitest';
import { endpointsOfContract } from '../../../local/testing/endpoints-of-contract.ts';
import { defaultShopDetails } from '../_shared/contract/shop-details.ts';
import { api, orderId, tokens } from '../../tests/api-under-test.ts';

const product = {
  id: 'auger',
  slug: 'auger',
  name: 'Auger',
  description: '',
  keyValues: [],
  isActive: true,
  stock: 1,
  price: 1,
  weightGrams: null,
};
const guest = {};

/** The API with a product, for each role that a caller can have. */
const roles = { visitor: null, guest, buyer: tokens(), admin: tokens() };
function as(role: keyof typeof roles) {
  const shop = api(roles[role]);
  shop.catalogue.page.mockResolvedValue({ product, sheet: [], fits: [], related: [] } as never);
  shop.orders.find.mockResolvedValue({ id: orderId } as never);
  shop.shop.details.mockResolvedValue(defaultShopDetails);
  shop.shop.text.mockResolvedValue('# Return window');
  if (role === 'buyer') shop.administration.requirePermission?.mockRejectedValue(new Error('not an admin'));
  return shop;
}

const operations = (await endpointsOfContract()).map(({ endpoint: { method, path, cachedBy } }) => {
  const [address = ''] = path.split('?');
  return {
    name: `${method} ${address}`,
    method,
    // Every operation that takes an id takes this one.
    path: address.replace(':page', 'terms').replace(/:[A-Za-z]+/g, orderId),
    isPublic: cachedBy !== undefined,
  };
});
const open = operations.filter(({ isPublic }) => isPublic);
const closed = operations.filter(({ isPublic }) => !isPublic);
/** A PDF is made anew for whoever the CDN has none for: it has no etag. */
const dataSheet = 'GET /api/data-sheets/:product';
const cdnHeader = 'netlify-cdn-cache-control';
const everyRole = Object.keys(roles) as (keyof typeof roles)[];

describe('what is the same for everybody', () => {
  it('is the catalogue with its data sheets, the counties and the details of the shop, and nothing else', () => {
    expect(open.map(({ name }) => name).sort()).toEqual([
      dataSheet,
      'GET /api/delivery/counties',
      'GET /api/facets',
      'GET /api/product-count',
      'GET /api/product-index',
      'GET /api/products',
      'GET /api/products/:product',
      'GET /api/products/:product/page',
      'GET /api/products/category/:category',
      'GET /api/search',
      'GET /api/shop-details',
      'GET /api/shop-texts/:page',
      'GET /api/suggestions',
    ]);
  });

  it.each(open.map(({ name, path }) => [name, path] as const))(
    '%s may be cached for ten seconds at most',
    async (name, path) => {
      for (const role of everyRole) {
        const { call } = as(role);
        const first = await call('GET', path);
        expect([role, first.status]).toEqual([role, 200]);
        const headers = Object.fromEntries(first.headers);
        expect(headers).toMatchObject({
          'content-type': name === dataSheet ? 'application/pdf' : 'application/json',
          'cache-control': 'public, max-age=0, must-revalidate',
          [cdnHeader]: 'public, max-age=5, stale-while-revalidate=5',
        });
        expect(headers).not.toHaveProperty('x-shop-cookie');
        if (name === dataSheet) continue;
        expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
      }
    },
  );

  it('has another etag when only its headers have changed', async () => {
    const { call, catalogue } = as('visitor');
    const etag = async () => (await call('GET', '/api/products')).headers.get('etag');
    const before = await etag();
    expect(await etag()).toBe(before);
    catalogue.list.mockResolvedValue({ products: [], next: null, total: 7 });
    expect(await etag()).not.toBe(before);
  });

  it.each(['/api/products?own=yes', '/api/products/auger/page?own=', '/api/search?q=auger&own=yes'])(
    'is one person’s with their own pieces: %s',
    async (path) => {
      const { call, catalogue } = as('guest');
      catalogue.search.mockResolvedValue({ products: [product], nearest: [] } as never);
      const { status, headers } = await call('GET', path);
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
      expect(headers.get(cdnHeader)).toBeNull();
    },
  );

  it.each([
    ['GET', '/api/products/no-such-thing', 404],
    ['GET', '/api/products?limit=0', 400],
    ['POST', '/api/facets', 405],
  ])('is not cached when it is refused: %s %s', async (method, path, status) => {
    const answer = await api().call(method, path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(answer.headers.get(cdnHeader)).toBeNull();
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
        const { headers } = await call(method, path + query, body);
        expect([role, headers.get('cache-control')]).toEqual([role, 'no-store']);
        for (const name of [cdnHeader, 'etag']) expect([name, headers.get(name)]).toEqual([name, null]);
      }
    }
  },
);
