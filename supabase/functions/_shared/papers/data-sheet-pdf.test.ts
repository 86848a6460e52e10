import { expect, it } from 'vitest';
import { readPdf } from '../../../tests/read-pdf.ts';
import { formatDay, nairobiDay } from '../contract/nairobi-time.ts';
import type { ProductPage } from '../contract/products.ts';
import { defaultShopDetails } from '../contract/shop-details.ts';
import { dataSheetPdf } from './data-sheet-pdf.ts';

const line = (label: string, value: string, over: object = {}) => ({
  key: null,
  label,
  value,
  note: null,
  workedOutFrom: null,
  ...over,
});
const page = {
  product: {
    name: 'Victron battery 5 kWh',
    brand: 'Victron',
    model: 'NG-51',
    price: 185_000,
    isActive: true,
    description: 'For the field.',
    keyValues: ['5 kWh', '51.2 V'],
    warrantyYears: 2,
    weightGrams: 10_600,
  },
  sheet: [
    {
      name: 'Energy',
      lines: [
        line('Energy', '5.12 kWh', { note: 'at 80 % depth of discharge' }),
        line('Price per kWh', 'KES 36,133', { workedOutFrom: 'price ÷ energy' }),
      ],
    },
    {
      name: 'Case and climate',
      lines: [line('Size', '450 × 250 × 200 mm'), line('Resistance', '≤ 3 mΩ')],
    },
  ],
} as unknown as ProductPage;
const address = 'https://shop.example/product/victron-ng-51';

it('a data sheet has the values in their groups, weight, size, price and day, and whose it is', async () => {
  const { pages, text } = readPdf(await dataSheetPdf(page, defaultShopDetails, address));
  expect(pages).toBe(1);
  const inOrder = ['Energy', 'Energy', '5.12 kWh', 'at 80 % depth of discharge', 'Price per kWh'];
  const from = text.indexOf('Energy');
  expect(text.slice(from, from + inOrder.length)).toEqual(inOrder);
  expect(text).toEqual(
    expect.arrayContaining([
      'Instruments & Current',
      '+254 700 000 000, +254 711 000 000',
      formatDay(nairobiDay()),
      'Victron battery 5 kWh',
      'Victron · NG-51',
      '5 kWh · 51.2 V',
      'KES 185,000',
      'For the field.',
      'worked out: price ÷ energy',
      'Case and climate',
      '450 × 250 × 200 mm',
      '≤ 3 mΩ',
      'Transport',
      '10.6 kg',
      '2 years of warranty from delivery.',
      address,
    ]),
  );
});

it('of what is not sold any more says so instead of the price', async () => {
  const archived = { ...page, product: { ...page.product, isActive: false } };
  const { text } = readPdf(await dataSheetPdf(archived, defaultShopDetails, address));
  expect(text).toContain('Not sold any more');
  expect(text.join(' ')).not.toContain('KES 185,000');
});

it('a value that is longer than a page goes on on the next one', async () => {
  const lines = [line('Notes', 'word '.repeat(3000), { note: 'the end' })];
  const { pages, text, lowest } = readPdf(
    await dataSheetPdf({ ...page, sheet: [{ name: 'More', lines }] }, defaultShopDetails, address),
  );
  expect(pages).toBeGreaterThan(2);
  expect(text).toContain('the end');
  expect(lowest).toBeGreaterThan(20);
});

it('a long data sheet goes on to further pages, no value is lost, in less than 80 KB', async () => {
  const lines = Array.from({ length: 40 }, (_, n) =>
    line(`Label ${n}`, `Value ${n} ${'that is long '.repeat(20)}`, { note: 'as the maker says' }),
  );
  const sheet = ['One', 'Two', 'Three'].map((name) => ({ name, lines }));
  const bytes = await dataSheetPdf({ ...page, sheet }, defaultShopDetails, address);
  const { pages, text, overlap } = readPdf(bytes);
  expect(pages).toBeGreaterThan(3);
  expect(overlap).toBeUndefined();
  expect(text.filter((one) => /^Value \d+ /.test(one))).toHaveLength(120);
  expect(bytes.length).toBeLessThan(80_000);
});
