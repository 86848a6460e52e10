import { expect, test } from 'vitest';
import { missingFields } from '../src/testing/structured-data-fields.ts';
import { shopData } from './shop-data.ts';

test('search engines read who runs the shop, where, and how it is searched', () => {
  const [shop, site] = shopData('https://shop.example');
  expect(shopData('https://shop.example').map((thing) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
  ]);
  expect(shop).toMatchObject({ url: 'https://shop.example/', address: { addressCountry: 'KE' } });
  expect(site).toMatchObject({
    potentialAction: { target: { urlTemplate: 'https://shop.example/search?q={search_term_string}' } },
  });
  // The publisher names the organisation and is no thing of its own.
  expect(missingFields([shop, { ...site, publisher: null }])).toEqual([]);
});
