import { expect, it } from 'vitest';
import { api } from '../../../tests/api-under-test.ts';

it('a product that is not sold is not found', async () => {
  const { call, catalogue } = api();
  expect((await call('GET', '/api/products/auger')).body).toMatchObject({
    message: 'We do not sell this product.',
  });
  catalogue.find.mockResolvedValue({ id: 'auger' } as never);
  expect((await call('GET', '/api/products/auger')).body).toEqual({ id: 'auger' });
  expect(catalogue.find).toHaveBeenCalledWith('auger');
});
