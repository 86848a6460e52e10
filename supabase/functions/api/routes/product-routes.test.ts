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
  const withdrawn = { product: { id: 'auger', isActive: false, stock: 0 }, sheet: [] };
  catalogue.page.mockResolvedValue(withdrawn as never);
  expect((await call('GET', '/api/products/auger/page')).body).toEqual(withdrawn);
  expect((await call('GET', '/api/products/auger')).status).toBe(404);
  catalogue.page.mockResolvedValue(null);
  expect((await call('GET', '/api/products/auger/page')).status).toBe(404);
});

it('products are listed, all of them or those of a category', async () => {
  const { call, catalogue } = api();
  catalogue.list.mockResolvedValue([{ id: 'all' }] as never);
  expect((await call('GET', '/api/products')).body).toEqual([{ id: 'all' }]);
  expect((await call('GET', '/api/products/category/gps')).body).toEqual([{ id: 'of gps' }]);
});

it('a search answers with what was meant, and with what comes near when there is nothing', async () => {
  const { call, catalogue } = api();
  catalogue.search.mockResolvedValue({ products: [{ id: 'auger' }], nearest: [] } as never);
  expect((await call('GET', '/api/search?q=auger%20bit')).body).toEqual({
    products: [{ id: 'auger' }],
    nearest: [],
  });
  expect(catalogue.search).toHaveBeenCalledWith('auger bit');
  expect((await call('GET', '/api/products?search=auger')).body).toEqual([{ id: 'auger' }]);
  catalogue.search.mockResolvedValue({ products: [], nearest: [{ id: 'drill' }] } as never);
  expect((await call('GET', '/api/search')).body).toEqual({ products: [], nearest: [{ id: 'drill' }] });
  expect((await call('GET', '/api/products?search=')).body).toEqual([]);
});

it('what a buyer’s own unpaid orders hold counts as in stock, for who asks for it', async () => {
  const { call, calls, catalogue, orders } = api({});
  catalogue.list.mockResolvedValue([
    { id: 'held', stock: 0 },
    { id: 'other', stock: 4 },
  ] as never);
  catalogue.listOfCategory.mockResolvedValue([{ id: 'held', stock: 1 }] as never);
  orders.ownHolds.mockResolvedValue([{ productId: 'held', quantity: 2 }]);
  expect((await call('GET', '/api/products?own=yes')).body).toEqual([
    { id: 'held', stock: 2 },
    { id: 'other', stock: 4 },
  ]);
  expect((await call('GET', '/api/products/category/gps?own=yes')).body).toEqual([{ id: 'held', stock: 3 }]);
  expect(orders.ownHolds).toHaveBeenCalledWith(await sessionId(cookie));
  catalogue.page.mockResolvedValue({ product: { id: 'held', stock: 1 } } as never);
  expect((await call('GET', '/api/products/held/page?own=yes')).body).toEqual({
    product: { id: 'held', stock: 3 },
  });
  calls.length = 0;
  expect((await call('GET', '/api/products')).body).toMatchObject([{ stock: 0 }, { stock: 4 }]);
  await api().call('GET', '/api/products?own=yes');
  expect(calls).not.toContain('ownHolds');
});
