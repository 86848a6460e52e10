import { expect, test } from 'vitest';
import { missingFields } from '../src/testing/structured-data-fields.ts';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { shopData } from './shop-data.ts';

test('the structured data describes who runs the shop, where, and how it is searched', () => {
  const data = shopData('https://shop.example', { ...defaultShopDetails, phones: ['+254722000111'] });
  const [shop, site] = data;
  expect(data.map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite']);
  expect(shop).toMatchObject({ url: 'https://shop.example/', address: { addressCountry: 'KE' } });
  expect(shop).toMatchObject({ contactPoint: [{ telephone: '+254722000111' }] });
  expect(site).toMatchObject({
    potentialAction: { target: { urlTemplate: 'https://shop.example/search?q={search_term_string}' } },
  });
  // The publisher refers to the organisation and is no object of its own.
  expect(missingFields([shop, { ...site, publisher: null }])).toEqual([]);
});
