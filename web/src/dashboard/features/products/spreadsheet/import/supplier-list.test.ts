import type { ListColumns } from '@contract/product-imports.ts';
import { expect, test } from 'vitest';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { workbookOf } from '#testing/workbook.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';
import { catalogueSheetOf, previewOf, rowsToWrite } from './import-preview.ts';
import { finderByName, isChosen, listAt, type ListToRead, listSheet, openedList } from './supplier-list.ts';

const limits = { megabytes: 10, rows: 1000 };
const product = (model: string, price: number, stock = 4) =>
  ({ id: `id-${model}`, slug: model, name: `Product ${model}`, model, price, stock }) as CatalogueProduct;
const [delta, screen7, rod] = [product('DX-2', 95_000), product('SC7', 12_000), product('ROD', 800)];
/** What the database finds for each name. */
const found = new Map([
  ['dx 2', [delta]],
  ['SC 7"', [screen7]],
  ['Rod', [rod]],
  ['Rod, 3 m', [rod]],
  ['Panel', [product('P1', 1), product('P2', 2)]],
]);

const open = async (content: BlobPart, remembered: ListColumns[] = []) =>
  openedList('list', await readTableFile(new File([content], 'list'), limits), remembered);

function preview(list: ListToRead) {
  const { sheet, columns, nameOf, leftOut } = listSheet(list);
  const compared = previewOf(sheet, columns, [], finderByName(nameOf, columns.keyHead, found));
  const bad = compared.rows.flatMap(({ line, problems }) =>
    problems.map(({ head, sentence }) => `${line} ${head}: ${sentence}`),
  );
  return { ...compared, bad, leftOut };
}
async function read(content: BlobPart, over: Partial<ListColumns> = {}) {
  const { list } = await open(content);
  const columns = { ...list.columns, ...over };
  if (!isChosen(columns)) throw new Error('columns are missing');
  return preview({ ...list, columns });
}

const csv = [
  'Solar Supplies Ltd;;;',
  'Price list, November 2026;;;',
  '',
  'No.;Model No;Qty;Unit price (KES)',
  ';POWER STATIONS;;',
  '1;dx 2;3;KES 98,500.00',
  '2;SC 7";;12,480',
  '3;Rod;+5;95.000',
  '4;Unknown;1;5',
  '5;Panel;1;5',
].join('\r\n');
const changes = [
  { line: 6, id: delta.id, seen: { price: 95_000, stock: 4 }, set: { price: 98_500, stock: 3 } },
  { line: 7, id: screen7.id, seen: { price: 12_000 }, set: { price: 12_480 } },
];

test('a supplier’s list is read below its title, by the names of its columns; nothing is guessed', async () => {
  const { list, isRemembered } = await open(csv);
  expect(isRemembered).toBe(false);
  expect(list).toMatchObject({
    headAt: 2,
    columns: { product: 'Model No', price: 'Unit price (KES)', stock: 'Qty', round: 1 },
  });
  const compared = await read(csv);
  expect(rowsToWrite(compared, false)).toEqual(changes);
  expect(compared.bad).toEqual([
    '8 Unit price (KES): Is “95.000” 95 or 95,000? Write thousands with a comma',
    '8 Qty: “+5” is not added here: write the new figure',
    '9 Model No: No product has this model number, address or name',
    '10 Model No: More than one product fits: Product P1, Product P2',
  ]);
  expect(compared.leftOut).toBe(1);
  expect(compared.counts).toMatchObject({ bad: 3, changed: 2 });
});

test.each([
  ['tabs', () => csv.replaceAll(';', '\t')],
  ['Windows-1252', () => Uint8Array.from(csv.replace('Supplies', 'Supplie\u00e9s'), (c) => c.charCodeAt(0))],
  ['an Excel workbook', () => workbookOf(csv.split('\r\n').map((row) => row.split(';')))],
])('it may be in %s', async (_, content) => {
  expect(rowsToWrite(await read(content()), false)).toMatchObject(
    changes.map(({ id, set }) => ({ id, set })),
  );
});

test('prices are rounded on the way in, and the preview has what the list says', async () => {
  const text = 'Item,Price\ndx 2,"98,530.50"\n"SC 7""",12030\nRod,20\n';
  const { rows } = await read(text, { round: 50 });
  expect(rows.map(({ changes: cells }) => cells)).toEqual([
    [{ head: 'Price', before: '95000', after: '98550', listed: '98,530.50' }],
    [{ head: 'Price', before: '12000', after: '12050', listed: '12030' }],
    [{ head: 'Price', before: '800', after: '50', listed: '20' }],
  ]);
  // Nothing of a price is no price, however it is rounded.
  expect((await read('Item,Price\nRod,0\n', { round: 50 })).bad).toEqual([
    '2 Price: Price must be at least KES 1',
  ]);
  expect((await read('Item,Price\ndx 2,"98,530.50"\n')).bad).toEqual([
    '2 Price: Price must be a whole number',
  ]);
  // The list price is the shop's price, which is rounded too.
  expect((await read('Item,Price\nRod,800\n', { round: 500 })).counts).toMatchObject({ changed: 1 });
});

test('of two rows for one product neither is written', async () => {
  const { rows, bad } = await read('Item,Price\nRod,900\n"Rod, 3 m",950\ndx 2,96000\n');
  expect(rows.map(({ kind }) => kind)).toEqual(['bad', 'bad', 'changed']);
  expect(bad).toEqual(['2 Item: This product is in row 3 too', '3 Item: This product is in row 2 already']);
});

test('columns are recognised by the whole heading, wherever it is', async () => {
  const columns: ListColumns = {
    heads: ['A', 'B', 'C'],
    product: 'B',
    price: 'C',
    stock: null,
    round: 100,
  };
  const text = 'One,two,three\nA,B,C\n5,Rod,900\n';
  expect(await open(text, [columns])).toMatchObject({ isRemembered: true, list: { headAt: 1, columns } });
  expect(await open(text, [{ ...columns, heads: ['A', 'B'] }])).toMatchObject({ isRemembered: false });
  const { list } = await open(text);
  expect(isChosen(list.columns)).toBe(false);
  expect(listAt(list, 1).columns.heads).toEqual(['A', 'B', 'C']);
});

test('a file as the shop exports it needs no choice of columns; a list with a supplier’s own numbers does', async () => {
  const sheetOf = async (text: string) =>
    catalogueSheetOf(await readTableFile(new File([text], 'x'), limits));
  for (const text of [
    'slug,price\nrod,900\n',
    'id,name\n,New rod\n',
    'stock,ID\n5,3f0d7c1e-5b7a-4e0c-9a51-0c8b3d2f1a6e\n6,x\n',
  ])
    expect(await sheetOf(text)).not.toBeNull();
  for (const text of ['id,name,price\n1,Rod,900\n2,Panel,5\n', 'name,price_kes\nRod,900\n'])
    expect(await sheetOf(text)).toBeNull();
});
