import { expect, it } from 'vitest';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie } from '../../../tests/api-under-test.ts';

it('a product that is not sold is not found', async () => {
  const { call, catalogue } = api();
  expect(await call('GET', '/api/products/auger')).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'We do not sell this product.' },
  });
  const product = { id: 'auger', isActive: true, stock: 1 };
  catalogue.page.mockResolvedValue({ product, sheet: [] } as never);
  expect((await call('GET', '/api/products/auger')).body).toEqual(product);
  expect(catalogue.page).toHaveBeenCalledWith('auger');
});

it('a product that was withdrawn has its page and is not for sale', async () => {
  const { call, catalogue } = api();
  const withdrawn = { product: { id: 'auger', isActive: false, stock: 0 }, fits: [], related: [] };
  catalogue.page.mockResolvedValue(withdrawn as never);
  expect((await call('GET', '/api/products/auger/page')).body).toEqual(withdrawn);
  expect((await call('GET', '/api/products/auger')).status).toBe(404);
  catalogue.page.mockResolvedValue(null);
  expect((await call('GET', '/api/products/auger/page')).status).toBe(404);
});

const withTotal = { withTotal: true };

it('products are listed, all or of a category, with their number and the next page', async () => {
  const { call, catalogue } = api();
  catalogue.list.mockResolvedValue({ products: [{ id: 'auger' }], next: [1, '500', 'auger'], total: 83 });
  const first = await call('GET', '/api/products?brand=B%26O&minPrice=5&limit=1&sort=price');
  expect(first.body).toEqual([{ id: 'auger' }]);
  expect(first.headers.get('x-total-count')).toBe('83');
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  expect(next).toMatch(/^\/api\/products\?brand=B%26O&minPrice=5&sort=price&limit=1&cursor=[\w-]+$/);
  await call('GET', next);
  expect(catalogue.list).toHaveBeenLastCalledWith(
    { filter: { brands: ['B&O'], minPrice: 5 }, sort: 'price', limit: 1, after: [1, '500', 'auger'] },
    withTotal,
  );

  catalogue.list.mockResolvedValue({ products: [], next: null, total: 0 });
  const last = await call(
    'GET',
    '/api/products/category/gps?inStock=yes&spec.battery_life=10..&spec.type=b,a-1',
  );
  expect(last.headers.get('link')).toBeNull();
  const filter = {
    category: 'gps',
    inStock: true,
    specs: { battery_life: [10, null] },
    texts: { type: ['a-1', 'b'] },
  };
  expect(catalogue.list).toHaveBeenLastCalledWith(
    { filter, sort: 'price', limit: 1000, after: null },
    withTotal,
  );
  await call('GET', '/api/products');
  expect(catalogue.list).toHaveBeenLastCalledWith(
    { filter: {}, sort: 'catalogue', limit: 1000, after: null },
    withTotal,
  );
});

it('a call for no page gets every product, however many there are', async () => {
  const { call, catalogue } = api();
  catalogue.list
    .mockResolvedValueOnce({ products: [{ id: 'auger' }], next: [1, '500', 'auger'], total: 2 })
    .mockResolvedValueOnce({ products: [{ id: 'spade' }], next: null, total: null });
  const { body, headers } = await call('GET', '/api/products');
  expect(body).toEqual([{ id: 'auger' }, { id: 'spade' }]);
  expect([headers.get('x-total-count'), headers.get('link')]).toEqual(['2', null]);
  expect(catalogue.list).toHaveBeenLastCalledWith(
    { filter: {}, sort: 'catalogue', limit: 1000, after: [1, '500', 'auger'] },
    { withTotal: false },
  );
});

it.each([
  ['minPrice=2&maxPrice=1', 'maxPrice'],
  ['maxPrice=-1', 'maxPrice'],
  ['minPrice=1e3', 'minPrice'],
  ['minPrice=99999999999', 'minPrice'],
  ['inStock=perhaps', 'inStock'],
  ['spec.energy=5..4', 'spec.energy'],
  ['spec.energy=..', 'spec.energy'],
  ['spec.energy=Many', 'spec.energy'],
  ['spec.chemistry=lifepo4,', 'spec.chemistry'],
  ['spec.chemistry=%27or', 'spec.chemistry'],
  ['spec.Energy%27=1..2', "spec.Energy'"],
  [`brand=${'x'.repeat(500)}`, 'brand'],
  ['sort=beauty', 'sort'],
  ['sort=relevance', 'sort'],
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
])('an invalid list request is refused at its parameter: %s', async (query, field) => {
  const { call, catalogue } = api();
  expect(await call('GET', `/api/products?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', fields: { [field]: expect.any(String) as string } },
  });
  expect(catalogue.list).not.toHaveBeenCalled();
});

it.each([
  'x',
  '%00',
  'W10',
  'WyJwcmljZSIsMSwiMSIsImEiXQ',
  btoa('["catalogue",1,"a\\u0000","b"]'),
  btoa('["catalogue",1,"a\\ud800","b"]'),
  'a'.repeat(2000),
])('a cursor that was not given for this order is refused: %s', async (cursor) => {
  const { call } = api();
  expect(await call('GET', `/api/products?cursor=${cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

it('a list without a total is not counted, and the count has its own endpoint', async () => {
  const { call, catalogue } = api();
  catalogue.list.mockResolvedValue({
    products: [{ id: 'auger' }],
    next: [1, '500', 'auger'],
    total: null,
  });
  const list = await call('GET', '/api/products?limit=1&sort=price&count=no');
  expect(list.headers.get('x-total-count')).toBeNull();
  expect(list.headers.get('link')).toContain('rel="next"');
  expect(catalogue.list).toHaveBeenLastCalledWith(expect.anything(), { withTotal: false });
  catalogue.count.mockResolvedValue(83);
  expect((await call('GET', '/api/product-count?category=gps&minPrice=10')).body).toEqual({ total: 83 });
  expect(catalogue.count).toHaveBeenCalledWith({ category: 'gps', minPrice: 10 });
  expect((await call('GET', '/api/product-count?minPrice=x')).status).toBe(400);
});

it('the facets of a list are those of its filter', async () => {
  const { call, catalogue } = api();
  expect((await call('GET', '/api/facets?category=gps&minPrice=10')).body).toEqual({ total: 0 });
  expect(catalogue.facets).toHaveBeenCalledWith({ category: 'gps', minPrice: 10 });
  expect((await call('GET', '/api/facets?minPrice=x')).status).toBe(400);
});

it.each([
  ['a category that is asked for as it is', 'products/category/gps', undefined],
  ['all facets', 'facets', undefined],
  ['a category in a form that has many', 'products/category/gps/', 'whole_list'],
  ['a category that there is not', 'products/category/gps2', 'whole_list'],
  ['a page of a category', 'products/category/gps?sort=price&limit=8', 'filter'],
  ['a long page', 'products?limit=101', 'whole_list'],
  ['facets of a category', 'facets?category=gps', 'filter'],
  ['a narrowed page', 'products?minPrice=10&limit=48', 'filter'],
  ['a narrowed list', 'products?minPrice=10', 'whole_list'],
  ['a narrowed count', 'product-count?category=gps&inStock=yes', 'filter'],
  ['narrowed facets', 'facets?spec.energy=1..2', 'filter'],
  ['a list of what was searched for', 'products?search=gps&minPrice=10&limit=48', 'search'],
])('of %s, requests are limited by what they cost', async (_, path, action) => {
  const { call, limits } = api();
  expect((await call('GET', `/api/${path}`)).status).toBe(200);
  expect(limits.take.mock.calls.map(([counted]) => counted)).toEqual(action ? [action] : []);
});

it('a search returns matches, or near matches when there are none', async () => {
  const { call, catalogue } = api();
  catalogue.search.mockResolvedValue({ products: [{ id: 'auger' }], nearest: [] } as never);
  expect((await call('GET', '/api/search?q=auger%20bit')).body).toEqual({
    products: [{ id: 'auger' }],
    nearest: [],
  });
  expect(catalogue.search).toHaveBeenCalledWith('auger bit', { words: 'auger bit', head: 'bit' });
  catalogue.search.mockResolvedValue({ products: [], nearest: [{ id: 'drill' }] } as never);
  expect((await call('GET', '/api/search')).body).toEqual({ products: [], nearest: [{ id: 'drill' }] });
  await call('GET', '/api/products?search=auger%00%20bit');
  const filter = { search: 'auger bit', wish: { words: 'auger bit', head: 'bit' } };
  const found = { filter, sort: 'relevance', limit: 1000, after: null };
  expect(catalogue.list).toHaveBeenCalledWith(found, withTotal);
});

it('suggestions begin with the second character', async () => {
  const { call, catalogue } = api();
  const nothing = { terms: [], categories: [], products: [], replaced: [] };
  catalogue.suggest.mockResolvedValue({ ...nothing, terms: ['victron'] });
  expect((await call('GET', '/api/suggestions?q=%20v%20')).body).toEqual(nothing);
  expect((await call('GET', '/api/suggestions')).body).toEqual(nothing);
  expect((await call('GET', '/api/suggestions?q=vi')).body).toEqual({ ...nothing, terms: ['victron'] });
  expect(catalogue.suggest).toHaveBeenCalledExactlyOnceWith('vi', { words: 'vi', head: 'vi' });
});

it('the holds of a buyer’s own unpaid orders count as in stock on request', async () => {
  const { call, calls, catalogue, orders } = api({});
  catalogue.list.mockResolvedValue({
    products: [
      { id: 'held', stock: 0 },
      { id: 'other', stock: 4 },
    ],
    next: null,
    total: 2,
  });
  orders.holdsOfSameBuyer.mockResolvedValue([{ productId: 'held', quantity: 2 }]);
  expect((await call('GET', '/api/products?own=yes')).body).toEqual([
    { id: 'held', stock: 2 },
    { id: 'other', stock: 4 },
  ]);
  expect((await call('GET', '/api/products/category/gps?own=yes')).body).toMatchObject([{ stock: 2 }, {}]);
  expect(orders.holdsOfSameBuyer).toHaveBeenCalledWith(sessionId(cookie));
  const page = { product: { id: 'held', stock: 1 }, fits: [], related: [] };
  catalogue.page.mockResolvedValue(page as never);
  expect((await call('GET', '/api/products/held/page?own=yes')).body).toEqual({
    ...page,
    product: { id: 'held', stock: 3 },
  });
  calls.length = 0;
  expect((await call('GET', '/api/products')).body).toMatchObject([{ stock: 0 }, { stock: 4 }]);
  await api().call('GET', '/api/products?own=yes');
  expect(calls).not.toContain('holdsOfSameBuyer');
});
