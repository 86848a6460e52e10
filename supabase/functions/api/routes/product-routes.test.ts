import { expect, it } from 'vitest';
import { api } from '../../../tests/api-under-test.ts';

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
