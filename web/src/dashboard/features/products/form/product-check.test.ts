import type { AdminProduct } from '@contract/admin.ts';
import { expect, test } from 'vitest';
import {
  createRequestOf,
  errorsOf,
  updateRequestOf,
  emptyValues,
  type ProductValues,
  valuesOf,
  valuesOfCopy,
} from './product-values.ts';
import { newSpecRow } from './spec-rows.ts';

const product: AdminProduct = {
  id: '5f0d3a52-9a7b-4d5c-8a8e-0c2f6a3b1d11',
  slug: 'panel',
  name: 'Panel',
  category: 'solar',
  description: 'A panel.',
  price: 1000,
  imageUrl: null,
  pictures: [],
  stock: 4,
  held: 0,
  rating: '0.00',
  isActive: true,
  brand: null,
  model: 'X1',
  specs: [{ label: 'Power', value: '550 W' }],
  warrantyYears: 25,
  weightGrams: 28_500,
  moreOn: '2026-12-12',
  toOrder: null,
  isService: false,
  replacedBy: 'auger-2',
  keywords: 'sola',
  createdAt: '2026-11-21T06:00:00.000Z',
  updatedAt: '2026-11-21T06:00:00.000Z',
};
const pictured = { ...product, imageUrl: '/panel.webp', pictures: [{ url: '/panel.webp', alt: '' }] };
const filled: ProductValues = valuesOf(pictured);

test('an empty form shows every field that the specification requires', () => {
  expect(errorsOf(emptyValues, null)).toEqual({
    name: 'Name is required',
    category: 'Category is required',
    description: 'Description is required',
    price: 'Price is missing',
    stock: 'Stock is missing',
    imageUrl: 'Add a picture',
  });
});

test('price and stock are whole numbers, with or without thousands separators', () => {
  expect(createRequestOf({ ...filled, price: '1,850,000', stock: ' 3 ' })).toMatchObject({
    price: 1_850_000,
    stock: 3,
  });
  expect(errorsOf({ ...filled, price: '10.50', stock: 'many' }, null)).toEqual({
    price: 'Price must be a whole number',
    stock: 'Stock must be a number',
  });
});

test('a figure with two readings is refused with both; kilograms have decimals', () => {
  expect(errorsOf({ ...filled, price: '95.000', stock: '12.000', warrantyYears: '+2' }, null)).toEqual({
    price: 'Is “95.000” 95 or 95,000? Write thousands with a comma',
    stock: 'Is “12.000” 12 or 12,000? Write thousands with a comma',
    warrantyYears: '“+2” is not added here: write the new figure',
  });
  expect(createRequestOf({ ...filled, weightGrams: '28.500' })).toMatchObject({ weightGrams: 28_500 });
});

test('a product opened and saved unchanged sends the values that were seen', () => {
  const { seen, ...sent } = updateRequestOf(valuesOf(product), product);
  expect(sent).toEqual(seen);
  expect(seen).toMatchObject({ weightGrams: 28_500, imageUrl: null, pictures: [], brand: null });
});

test('a product that had no picture may stay without one, any other may not', () => {
  const without = { ...filled, pictures: [] };
  expect(errorsOf(without, product)).toEqual({});
  expect(errorsOf(without, pictured)).toEqual({
    imageUrl: 'Add a picture',
  });
  expect(errorsOf(without, null)).toEqual({ imageUrl: 'Add a picture' });
});

test('a service needs no picture', () => {
  const service = { ...filled, pictures: [], isService: true, stock: '' };
  expect(errorsOf(service, null)).toEqual({});
  expect(createRequestOf(service)).toMatchObject({ imageUrl: null, pictures: [], isService: true });
});

test('a day on which more are expected is a day, and may be taken away', () => {
  const typed = (moreOn: string) => ({ ...filled, moreOn });
  expect(errorsOf(typed('2026-02-30'), pictured)).toEqual({ moreOn: 'Enter a day' });
  expect(updateRequestOf(typed(''), pictured)).toMatchObject({
    moreOn: null,
    seen: { moreOn: '2026-12-12' },
  });
});

test('the first picture of the gallery is the imageUrl, a row without a URL is ignored', () => {
  const rows = valuesOf({
    ...product,
    pictures: [
      { url: '/b.webp', alt: ' Back ' },
      { url: '', alt: 'deleted' },
      { url: '/a.webp', alt: '' },
    ],
  });
  expect(createRequestOf(rows)).toMatchObject({
    imageUrl: '/b.webp',
    pictures: [
      { url: '/b.webp', alt: 'Back' },
      { url: '/a.webp', alt: '' },
    ],
  });
});

test('more than eight pictures, duplicates, an invalid URL and a long alt text are refused', () => {
  const withPictures = (...pictures: { url: string; alt: string }[]) =>
    errorsOf(valuesOf({ ...pictured, pictures }), pictured);
  const many = Array.from({ length: 9 }, (_, i) => ({ url: `/${i}.webp`, alt: '' }));
  expect(withPictures(...many)).toEqual({ pictures: 'A product has at most 8 pictures' });
  const [first, second] = many as [(typeof many)[0], (typeof many)[0]];
  expect(withPictures(first, second, first)).toEqual({ pictures: 'The same picture is there twice' });
  expect(withPictures(first, { url: 'javascript:alert(1)', alt: 'x'.repeat(201) })).toEqual({
    'pictures[1].url': 'Enter a web address that begins with https://',
    'pictures[1].alt': 'Please use at most 200 characters',
  });
});

test('a picture must be one that the site’s policy shows', () => {
  const errorOf = (url: string) =>
    errorsOf(valuesOf({ ...pictured, pictures: [{ url, alt: '' }] }), pictured)['pictures[0].url'];
  for (const url of [
    'http://shop.example/a.webp',
    'http://127.0.0.1.shop.example/a',
    '//shop.example/a',
    'ftp://a/b',
  ])
    expect(errorOf(url)).toBe('Enter a web address that begins with https://');
  for (const url of ['https://shop.example/a.webp', '/a.webp', 'http://127.0.0.1:54321/storage/v1/a.webp'])
    expect(errorOf(url)).toBeUndefined();
});

test('each line of the data sheet shows its error', () => {
  const specs = [
    { ...newSpecRow(), label: 'Power', unit: 'W' },
    { ...newSpecRow(), value: 'black' },
    { ...newSpecRow(), label: 'Frame' },
  ];
  expect(errorsOf({ ...filled, specs }, null)).toEqual({
    'specs[0].value': 'Value is missing',
    'specs[1].label': 'Label is missing',
    'specs[2].value': 'Value is missing',
  });
});

test('a copy has a new name, no slug and no stock', () => {
  expect(valuesOfCopy(product)).toMatchObject({ name: 'Panel (copy)', slug: '', stock: '0', price: '1000' });
});
