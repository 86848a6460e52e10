import { expect, it } from 'vitest';
import { defaultShopDetails } from '../../_shared/contract/shop-details.ts';
import { api } from '../../../tests/api-under-test.ts';

it('the details of the shop and the text of a page are read by anybody; another page is not found', async () => {
  const { call, shop } = api();
  shop.details.mockResolvedValue(defaultShopDetails);
  expect((await call('GET', '/api/shop-details')).body).toEqual(defaultShopDetails);
  const text = '# Law';
  shop.text.mockResolvedValue(text);
  expect((await call('GET', '/api/shop-texts/terms')).body).toEqual(text);
  expect(shop.text).toHaveBeenCalledWith('terms');
  // What the database cannot be asked for is not asked for either.
  for (const page of ['prices', '%00', 'constructor'])
    expect((await call('GET', `/api/shop-texts/${page}`)).status).toBe(404);
  expect(shop.text).toHaveBeenCalledTimes(1);
});
