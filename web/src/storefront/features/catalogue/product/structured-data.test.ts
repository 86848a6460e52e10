import type { ProductPage } from '@contract/products.ts';
import { expect, test } from 'vitest';
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
    imageUrl: '/a.webp',
    category: 'pqwt',
  },
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

test('search engines read the offer in shillings, the data sheet, and where the product stands', () => {
  const [product, crumbs] = productData(page, 'https://shop.example', 'Water Detection');
  expect(product).toMatchObject({
    '@type': 'Product',
    brand: { name: 'PQWT' },
    image: 'https://shop.example/a.webp',
    offers: { price: 495_000, priceCurrency: 'KES', availability: 'https://schema.org/OutOfStock' },
    additionalProperty: [{ '@type': 'PropertyValue', name: 'Depth', value: '300 m, at best' }],
  });
  expect(product).not.toHaveProperty('mpn');
  expect(crumbs).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://shop.example/' },
      { position: 2, name: 'Water Detection', item: 'https://shop.example/category/pqwt' },
      { position: 3, item: 'https://shop.example/product/pqwt-tc300' },
    ],
  });
});
