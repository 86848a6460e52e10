import { expect, it } from 'vitest';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import { api, cookie } from '../../../tests/api-under-test.ts';

it('a product that is not sold is not found', async () => {
  const { call, catalogue } = api();
  expect(await call('GET', '/api/products/auger')).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'We do not sell this product.' },
  });
  catalogue.find.mockResolvedValue({ id: 'auger' } as never);
  expect((await call('GET', '/api/products/auger')).body).toEqual({ id: 'auger' });
  expect(catalogue.find).toHaveBeenCalledWith('auger');
});

it('products are listed, all of them or those of a category', async () => {
  const { call, catalogue } = api();
  catalogue.list.mockResolvedValue([{ id: 'all' }] as never);
  expect((await call('GET', '/api/products')).body).toEqual([{ id: 'all' }]);
  expect((await call('GET', '/api/products/category/gps')).body).toEqual([{ id: 'of gps' }]);
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
  calls.length = 0;
  expect((await call('GET', '/api/products')).body).toMatchObject([{ stock: 0 }, { stock: 4 }]);
  await api().call('GET', '/api/products?own=yes');
  expect(calls).not.toContain('ownHolds');
});
