import { expect, test } from 'vitest';
import { siteUrl } from '../../../lib/site-origin.ts';
import { missingFields } from '../../../testing/structured-data-fields.ts';
import { shopData } from './shop-data.ts';

test('search engines read who runs the shop, where, and how it is searched', () => {
  const [shop, site] = shopData();
  expect(shopData().map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite']);
  expect(shop).toMatchObject({ url: siteUrl('/'), address: { addressCountry: 'KE' } });
  expect(site).toMatchObject({
    potentialAction: { target: { urlTemplate: siteUrl('/search?q={search_term_string}') } },
  });
  // The publisher names the organisation and is no thing of its own.
  expect(missingFields([shop, { ...site, publisher: null }])).toEqual([]);
});
