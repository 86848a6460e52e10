import type { ProductPage } from '@contract/products.ts';
import { expect, test } from 'vitest';
import { siteUrl } from '#lib/format/site-origin.ts';
import { missingFields } from '#testing/structured-data-fields.ts';
import { productData } from './structured-data.ts';

const page = {
  product: {
    slug: 'pqwt-tc300',
    name: 'PQWT-TC300',
    description: 'A detector.',
    brand: 'PQWT',
    model: null,
    price: 495_000,
    stock: 0,
    category: 'pqwt',
  },
  pictures: [
    { url: '/a.webp', alt: '' },
    { url: 'https://pictures.example/b.webp', alt: 'Back' },
  ],
  sheet: [
    {
      name: 'Measurement',
      lines: [
        { key: 'a', label: 'Depth', value: '300 m', note: 'at best', workedOutFrom: null },
        { key: 'b', label: 'Price per m', value: 'KES 1,650', note: null, workedOutFrom: 'price ÷ depth' },
      ],
    },
  ],
} as unknown as ProductPage;

test('the structured data has the offer in shillings, the data sheet and the breadcrumbs', () => {
  const [product, crumbs] = productData(page, 'Water Detection');
  expect(product).toMatchObject({
    '@type': 'Product',
    brand: { name: 'PQWT' },
    image: [siteUrl('/a.webp'), 'https://pictures.example/b.webp'],
    offers: { price: 495_000, priceCurrency: 'KES', availability: 'https://schema.org/OutOfStock' },
    additionalProperty: [{ '@type': 'PropertyValue', name: 'Depth', value: '300 m, at best' }],
  });
  expect(product).not.toHaveProperty('mpn');
  const [drawn] = productData({ ...page, pictures: [] }, 'Water Detection');
  expect(drawn?.image).toEqual([siteUrl('/share/multi-channel-detector.png')]);
  expect(crumbs).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: siteUrl('/') },
      { position: 2, name: 'Water Detection', item: siteUrl('/category/pqwt') },
      { position: 3, item: siteUrl('/product/pqwt-tc300') },
    ],
  });
});

test('a product on sale has all fields that search engines require', () => {
  const things = productData(page, 'Water Detection');
  expect(things.flatMap(missingFields)).toEqual([]);
  expect(missingFields({ ...things[0], offers: { '@type': 'Offer', price: 1 } })).toEqual([
    'Offer.url',
    'Offer.priceCurrency',
    'Offer.availability',
  ]);
});
