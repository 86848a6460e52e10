import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatKes } from '@contract/money.ts';
import { maxImportRows } from '@contract/product-imports.ts';
import type { CatalogueProduct } from './catalogue-product.ts';
import { SpreadsheetRefused, csvOfRows } from '#dashboard/lib/csv.ts';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { catalogueFile, specsOfText, specsText } from './catalogue-columns.ts';
import {
  catalogueSheetOf,
  columnsOf,
  previewOf,
  rowsToWrite,
  type Sheet,
  whyNotWritable,
} from './import/import-preview.ts';

const auger: CatalogueProduct = {
  id: '3f0d7c1e-5b7a-4e0c-9a51-0c8b3d2f1a6e',
  slug: 'hand-auger',
  name: 'Hand auger',
  category: 'instruments',
  description: 'Drills to 3 m.',
  price: 5000,
  stock: 4,
  imageUrl: null,
  isActive: true,
  brand: null,
  model: '=A1',
  specs: [{ label: 'Depth', value: '3 m' }],
  warrantyYears: null,
  weightGrams: 4200,
  moreOn: null,
  replacedBy: null,
  toOrder: null,
  isService: false,
  keywords: 'auger toboa',
  rating: '4.50',
  createdAt: '2026-01-05 06:00:00+00',
  updatedAt: '2026-01-05T06:00:00.123456+00:00',
};

const spade = { ...auger, id: '00000000-0000-4000-8000-000000000001', slug: 'spade' };

const bytesOf = (text: string) => new TextEncoder().encode(text);
const limits = { megabytes: 10, rows: maxImportRows };
async function preview(text: string | Uint8Array<ArrayBuffer>, products: readonly CatalogueProduct[]) {
  const rows = await readTableFile(new File([text], 'products.csv'), limits);
  const sheet = catalogueSheetOf(rows) as Sheet;
  return previewOf(sheet, columnsOf(sheet), products);
}

/** Characters that often break CSV files. */
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '"',
      "'",
      '=',
      '+',
      '-',
      '@',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      '\r\n',
      ' ',
      '|',
      '[',
      '{',
      ':',
      '\\',
      '\uFEFF',
      '😀',
      'é',
      'ŵ',
      '漢',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((text) => text !== '\0'),
  ),
  maxLength: 12,
});
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const supply = fc.constantFrom(
  { toOrder: null, isService: false },
  { toOrder: null, isService: true },
  { toOrder: { low: 6, high: 8, deposit: 30, isPublic: true }, isService: false },
  { toOrder: { low: 1, high: 1, deposit: 100, isPublic: false }, isService: false },
);
const product: fc.Arbitrary<CatalogueProduct> = fc
  .record({
    id: fc.uuid(),
    slug: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8})?$/),
    name: nasty,
    category: fc.constantFrom('solar', 'gps', 'fridges'),
    description: nasty,
    price: fc.integer({ min: 1, max: 99_999_999 }),
    stock: fc.nat(1_000_000),
    imageUrl: maybe(fc.webUrl()),
    isActive: fc.boolean(),
    brand: maybe(nasty),
    model: maybe(nasty),
    specs: fc.array(fc.record({ label: nasty, value: nasty }), { maxLength: 4 }),
    warrantyYears: maybe(fc.nat(99)),
    weightGrams: maybe(fc.integer({ min: 1, max: 1_000_000 })),
    moreOn: maybe(fc.constant('2026-12-12')),
    replacedBy: maybe(fc.constantFrom('rod', 'hand-auger')),
    keywords: nasty,
    rating: fc.constantFrom('0.00', '4.50'),
    createdAt: fc.constant('2026-01-05 06:00:00+00'),
    updatedAt: fc.constant('2026-01-05 06:00:00+00'),
    supply,
  })
  .map(({ supply: how, ...rest }) => ({ ...rest, ...how }));

test('an exported catalogue imports without changes, whatever its texts contain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(product, { selector: ({ id }) => id, maxLength: 5 })
        .filter((all) => new Set(all.map(({ slug }) => slug)).size === all.length),
      async (products) => {
        const { counts, rows } = await preview(csvOfRows(catalogueFile, products), products);
        expect(rows.flatMap(({ problems, changes }) => [...problems, ...changes])).toEqual([]);
        expect(counts).toEqual({ new: 0, changed: 0, outdated: 0, unchanged: products.length, bad: 0 });
      },
    ),
    { numRuns: 400 },
  );
});

test('a data sheet is lines of label = value, or JSON when those could not be read back', () => {
  expect(
    specsText([
      { label: 'Depth', value: '3 m' },
      { label: 'Class', value: 'a = b' },
    ]),
  ).toBe('Depth = 3 m\nClass = a = b');
  expect(specsText([{ label: 'a = b', value: 'c' }])).toBe('[{"label":"a = b","value":"c"}]');
  expect(specsOfText(' Depth=3 m \r\nWeight = 4 kg')).toEqual([
    { label: 'Depth', value: '3 m' },
    { label: 'Weight', value: '4 kg' },
  ]);
  expect(() => specsOfText('just words')).toThrow('Write each line as: label = value');
});

test('columns are found by name in any order; unknown ones are reported, missing ones change nothing', async () => {
  const { rows, unknownHeads } = await preview(
    'Shelf mark,PRICE (KES),Slug,Stock\r\nA7,5500,hand-auger,4\r\n',
    [auger],
  );
  expect(unknownHeads).toEqual(['Shelf mark']);
  expect(rows).toMatchObject([
    {
      line: 2,
      kind: 'changed',
      name: 'Hand auger',
      changes: [{ head: 'price_kes', before: formatKes(5000), after: formatKes(5500) }],
      request: { line: 2, id: auger.id, seen: { price: 5000 }, set: { price: 5500 } },
    },
  ]);
});

test('variants of Excel’s CSV are read: semicolons, a sep= line, Windows-1252, UTF-16', async () => {
  const changed = { ...auger, name: 'Théodolite' };
  const text = 'sep=;\r\nslug;name;brand\r\nhand-auger;Théodolite;\r\n';
  const windows = new Uint8Array([...text].map((letter) => letter.charCodeAt(0)));
  const unicode = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  for (const bytes of [bytesOf(text), windows, unicode]) {
    expect((await preview(bytes, [changed])).counts.unchanged).toBe(1);
    expect((await preview(bytes, [auger])).rows).toMatchObject([
      { line: 3, changes: [{ head: 'name', before: 'Hand auger', after: 'Théodolite' }] },
    ]);
  }
});

test.each([
  [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook cannot be read/],
  [bytesOf(''), /is empty/],
  [bytesOf('slug,name\r\nhand-auger,"Hand auger\r\n'), /quotation mark/],
  [bytesOf(`a\n${'x\n'.repeat(1432)}`), 'This file has 1,432 rows. 1,000 at most: split it into two files.'],
  [bytesOf(`a\n${'x\n'.repeat(2001)}`), 'This file has 2,001 rows. 1,000 at most: split it into 3 files.'],
  [bytesOf('slug,Slug\r\nx,y\r\n'), /Two columns are called “slug”/],
])('anything but a spreadsheet of products is refused with a message', async (bytes, sentence) => {
  const reading = preview(bytes, []);
  await expect(reading).rejects.toThrow(sentence);
  await expect(reading).rejects.toBeInstanceOf(SpreadsheetRefused);
});

test('each invalid cell is reported with row, column and the form’s message', async () => {
  const text = [
    'id,slug,name,price_kes,stock,on_sale,specifications',
    `${auger.id},hand-auger,,0,-1,perhaps,words`,
    '00000000-0000-4000-8000-000000000000,,Ghost,1,1,yes,',
    ',new-thing,New thing,100,1,yes,',
    `${auger.id},,Hand auger,5000,4,yes,Depth = 3 m`,
    ',hand-tool,Hand tool,"1,000",1,yes,,too much',
  ].join('\n');
  const found = await preview(text, [auger]);
  const sentences = found.rows.map(({ line, problems }) => [
    line,
    ...problems.map((one) => `${one.head}: ${one.sentence}`),
  ]);
  expect(sentences).toEqual([
    [
      2,
      'on_sale: Write yes or no',
      'specifications: Write each line as: label = value',
      'name: Name is required',
      'price_kes: Price must be at least KES 1',
      'stock: Stock cannot be negative',
    ],
    [3, 'id: No product has this id. Leave the cell empty for a new product'],
    [4, 'category: Category is required', 'description: Description is required', 'image_url: Add a picture'],
    [5, 'id: This product is in row 2 already'],
    expect.arrayContaining([
      6,
      'category: Category is required',
      'row: It has more cells than the first row has names',
    ]) as unknown,
  ]);
  expect(whyNotWritable(found, 0)).toBe('No changes except in bad rows.');
  expect(whyNotWritable(found, 1)).toBeNull();
  const empty = { ...found, counts: { ...found.counts, bad: 0 } };
  expect(whyNotWritable(empty, 0)).toContain('No changes');
});

test('an empty cell clears an optional value, and is refused where a value is required', async () => {
  const text = 'id,brand,weight_grams,stock,slug\n' + `${auger.id},,,,\n`;
  const { rows } = await preview(text, [{ ...auger, brand: 'ABEM' }]);
  expect(rows[0]?.problems).toEqual([{ head: 'stock', sentence: 'Stock is missing' }]);
  const without = 'id,brand,weight_grams,slug\n' + `${auger.id},,,\n`;
  expect((await preview(without, [{ ...auger, brand: 'ABEM' }])).rows[0]?.request).toMatchObject({
    set: { brand: null, weightGrams: null },
    seen: { brand: 'ABEM', weightGrams: 4200 },
  });
});

test('a service has no stock in a file, and no file changes what the shop keeps as its stock', async () => {
  const work = { ...auger, stock: 1_000_000, isService: true };
  expect(csvOfRows(catalogueFile, [work])).not.toContain('1000000');
  for (const stock of ['', '3', '1000000']) {
    const { rows } = await preview(`slug,stock\nhand-auger,${stock}\n`, [work]);
    expect(rows).toMatchObject([{ kind: 'unchanged', problems: [], changes: [] }]);
  }
  const added = await preview(
    'slug,name,category,description,price_kes,service\n,Training,gps,A day,9000,yes\n',
    [],
  );
  expect(added.rows).toMatchObject([{ kind: 'new', request: { set: { isService: true, stock: 0 } } }]);
});

test('how a product comes from the maker is a cell that can be written', async () => {
  const read = async (cell: string, product = auger) =>
    (await preview(`slug,to_order\nhand-auger,"${cell}"\n`, [product])).rows[0];
  const toOrder = { low: 6, high: 8, deposit: 30, isPublic: true };
  for (const cell of ['6 to 8 weeks, 30 % first', '6-8 weeks, 30%'])
    expect((await read(cell))?.request?.set).toEqual({ toOrder });
  expect((await read('2 weeks, 50 % first, through us alone'))?.request?.set).toEqual({
    toOrder: { low: 2, high: 2, deposit: 50, isPublic: false },
  });
  expect((await read('', { ...auger, toOrder }))?.request).toMatchObject({
    seen: { toOrder },
    set: { toOrder: null },
  });
  const problemOf = async (cell: string, product = auger) => (await read(cell, product))?.problems;
  expect(await problemOf('soon')).toEqual([
    { head: 'to_order', sentence: 'Write it as: 6 to 8 weeks, 30 % first' },
  ]);
  expect(await problemOf('8 to 6 weeks, 30 %')).toEqual([
    { head: 'to_order', sentence: 'Not less than the first' },
  ]);
  expect(await problemOf('6 weeks, 30 %', { ...auger, isService: true })).toEqual([
    { head: 'to_order', sentence: 'A service is not to order' },
  ]);
});

test('two rows, or two products, cannot have the same slug', async () => {
  const text = `id,slug\n${auger.id},spade\n`;
  const { rows } = await preview(text, [auger, spade]);
  expect(rows[0]?.problems).toEqual([{ head: 'slug', sentence: 'Another product has this address already' }]);
  expect(rows[0]?.request).toBeUndefined();
});

test('an older export puts no sold pieces back', async () => {
  const text = csvOfRows(catalogueFile, [auger, { ...spade, price: 900 }]);
  const sold = { ...auger, stock: 2, updatedAt: '2026-01-06T06:00:00Z' };
  const found = await preview(text, [sold, spade]);
  expect(found.rows).toMatchObject([
    { kind: 'outdated', changes: [{ head: 'stock', before: '2', after: '4' }] },
    { kind: 'changed', changes: [{ head: 'price_kes', before: formatKes(5000), after: formatKes(900) }] },
  ]);
  expect(rowsToWrite(found).map(({ id }) => id)).toEqual([spade.id]);
  const alone = await preview(csvOfRows(catalogueFile, [auger]), [sold]);
  expect(whyNotWritable(alone, 0)).toBe('No changes except in outdated rows.');
});

test('figures are read as everywhere: with commas for thousands, never by guessing', async () => {
  const cells = (price: string, stock: string, grams: string) =>
    preview(`slug;price_kes;stock;weight_grams\nhand-auger;${price};${stock};${grams}\n`, [auger]);
  expect((await cells('95,000', '1,200', '4,300.00')).rows[0]?.request?.set).toEqual({
    price: 95_000,
    stock: 1200,
    weightGrams: 4300,
  });
  expect((await cells('95.000', '12.000', '+5')).rows[0]?.problems).toEqual([
    { head: 'price_kes', sentence: 'Is “95.000” 95 or 95,000? Write thousands with a comma' },
    { head: 'stock', sentence: 'Is “12.000” 12 or 12,000? Write thousands with a comma' },
    { head: 'weight_grams', sentence: '“+5” is not added here: write the new figure' },
  ]);
});

test('one damaged letter in a file with a byte order mark is marked in its row; the others are read as they are', async () => {
  const rows = [
    { ...auger, name: 'Hand auger é' },
    { ...spade, name: 'Spade é' },
  ];
  const bytes = bytesOf(
    csvOfRows(catalogueFile, rows).replace('Hand auger é', 'Hand auger é 3 m').replace('Spade é', 'Spade XX'),
  );
  // The first byte of a letter of two, without its second.
  bytes.set([0xc3], new TextDecoder('latin1').decode(bytes).indexOf('XX'));
  const { rows: read } = await preview(bytes, rows);
  expect(read.map(({ kind, problems }) => [kind, problems.map(({ head }) => head)])).toEqual([
    ['changed', []],
    ['bad', ['name']],
  ]);
  expect(read[0]?.changes).toEqual([{ head: 'name', before: 'Hand auger é', after: 'Hand auger é 3 m' }]);
});
