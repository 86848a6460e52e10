import type { ListColumns } from '@contract/product-imports.ts';
import { formatKes } from '@contract/money.ts';
import { expect, test } from 'vitest';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { workbookOf } from '#testing/workbook.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';
import { catalogueSheetOf, previewOf, rowsToWrite } from './import-preview.ts';
import {
  exchangeProblems,
  finderByName,
  isChosen,
  listAt,
  type ListToRead,
  listSheet,
  openedList,
  type OpenedList,
} from './supplier-list.ts';

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
async function read(
  content: BlobPart,
  over: Partial<ListColumns> = {},
  typed: Pick<OpenedList, 'rate' | 'margin' | 'vat'> = {},
) {
  const { list } = await open(content);
  const columns = { ...list.columns, ...over };
  if (!isChosen(columns)) throw new Error('columns are missing');
  return preview({ ...list, ...typed, columns });
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
  expect(rowsToWrite(compared)).toEqual(changes);
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
  expect(rowsToWrite(await read(content()))).toMatchObject(changes.map(({ id, set }) => ({ id, set })));
});

const kes = (price: number) => formatKes(price);

test.each([
  ['List price USD', 'USD'],
  ['Cost (US$)', 'USD'],
  ['Price in €', 'EUR'],
  ['EUR', 'EUR'],
  ['Unit price (KES)', undefined],
  ['Neural price', undefined],
])('the column %s says in which currency its prices are', async (head, currency) => {
  expect((await open(`Item,${head}\nRod,180.00\n`)).list.columns).toMatchObject({ price: head, currency });
});

test('prices are rounded on the way in, and the preview has what the list says', async () => {
  const text = 'Item,Price\ndx 2,"98,530.50"\n"SC 7""",12030\nRod,20\n';
  const { rows } = await read(text, { round: 50 });
  expect(rows.map(({ changes: cells }) => cells)).toEqual([
    [{ head: 'Price', before: kes(95_000), after: kes(98_550), listed: 'KES 98,530.50' }],
    [{ head: 'Price', before: kes(12_000), after: kes(12_050), listed: 'KES 12030' }],
    [{ head: 'Price', before: kes(800), after: kes(50), listed: 'KES 20' }],
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

// By hand: the price, × the rate, + the margin, up to the next shilling.
test.each([
  ['100', '129', '', 12_900],
  ['100', '129', '30', 16_770],
  ['$1,250.00', '129.35', '20', 194_025],
  ['USD 0.01', '129.5', '0', 2],
  ['19.99 usd', '129.4', '25', 3_234],
  ['10', '128.3', '', 1283],
  ['3', '128.33', '10', 424],
  ['1,999.99', '130.05', '12.5', 292_612],
])('a price of %s at %s and %s per cent on top is KES %i', async (price, rate, margin, after) => {
  const { rows } = await read(`Item,Price\nRod,"${price}"\n`, { currency: 'USD' }, { rate, margin });
  expect(rows[0]?.request?.set).toEqual({ price: after });
  const listed = /[$a-z]/i.test(price) ? price : `USD ${price}`;
  expect(rows[0]?.changes).toEqual([{ head: 'Price', before: kes(800), after: kes(after), listed }]);
});

test('a list in another currency changes its prices alone; what says shillings is not converted', async () => {
  const text = ['Item,Price,Qty', 'dx 2,€ 700,3', '"SC 7""","KES 9,000",1', 'Rod,$ 5,1', 'Unknown,7,1'].join(
    '\n',
  );
  const { rows, bad } = await read(text, { currency: 'EUR', round: 50 }, { rate: '150.5', margin: '10' });
  // 700 × 150.5 = 105,350; with 10 % 115,885.
  expect(rows[0]?.request?.set).toEqual({ price: 115_900, stock: 3 });
  expect(bad).toEqual([
    '3 Price: “KES 9,000” is not in EUR',
    '4 Price: Price must be a number',
    '5 Item: No product has this model number, address or name',
  ]);
  const usd = (price: string, rate: string) =>
    read(`Item,Price\nRod,${price}\n`, { currency: 'USD' }, { rate });
  expect((await usd('95.000', '129')).bad).toEqual([
    '2 Price: Is “95.000” 95 or 95,000? Write thousands with a comma',
  ]);
  expect((await usd('0', '129')).bad).toEqual(['2 Price: Price must be at least KES 1']);
  // As much as it costs already; and the list's own figure is the shop's, in another currency.
  expect((await usd('8', '100')).counts).toMatchObject({ unchanged: 1 });
  expect((await usd('800', '100')).counts).toMatchObject({ changed: 1 });
});

test('the rate is a figure that a rate can be, and is typed for each list', async () => {
  const { list } = await open('Item,Price\nRod,5\n');
  const wrong = (rate?: string, margin?: string) => {
    const usd = { ...list, columns: { ...list.columns, currency: 'USD' as const } };
    const problems = exchangeProblems({ ...usd, rate, margin });
    return [Boolean(problems.rate), Boolean(problems.margin)];
  };
  expect(wrong('129.35', '20')).toEqual([false, false]);
  expect(wrong('129', '')).toEqual([false, false]);
  expect(wrong('', '')).toEqual([true, false]);
  expect(wrong('0.0077', '-5')).toEqual([true, true]);
  expect(wrong('129,35', '20 %')).toEqual([true, true]);
  expect(exchangeProblems(list)).toEqual({});
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

// By hand: 100 × 129.5 = 12,950; + 20 % = 15,540; + 16 % = 18,026.4.
test.each([
  ['KES 100', {}, {}, 116],
  ['KES 99', {}, {}, 115],
  ['100', { currency: 'USD' as const }, { rate: '129.5', margin: '20' }, 18_027],
  ['100', { currency: 'USD' as const, round: 50 as const }, { rate: '129.5', margin: '20' }, 18_050],
])('a price of %s without VAT has 16 per cent on top of rate and margin', async (price, over, typed, kes) => {
  const { rows } = await read(`Item,Price\nRod,"${price}"\n`, over, { ...typed, vat: 1600 });
  expect(rows[0]?.request?.set).toEqual({ price: kes });
});
