import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedRow } from '../movable-rows.tsx';
import { copiedRows, maxSpecs, newSpecRow, specOf, specRowOf, withCopied } from './spec-rows.ts';

const row = (value: string) => specRowOf({ label: 'Power', value });

test.each([
  ['550 W', '550', 'W'],
  ['21.3 %', '21.3', '%'],
  ['-20 °C', '-20', '°C'],
  ['5', '5', ''],
  ['6000 charge cycles', '6000', 'charge cycles'],
])('the unit of "%s" stands by itself', (text, value, unit) => {
  expect(row(text)).toMatchObject({ value, unit });
});

test.each(['Yes', '2 x 25 A', '10-20 V', '1,000 m', 'IEC 61215', '550  W', '5 W ', 'yes'])(
  '"%s" has none',
  (value) => {
    expect(row(value)).toMatchObject({ value, unit: '' });
  },
);

test('opening and saving a line changes nothing, whatever its text', () => {
  const unit = fc.constantFrom('W', 'kWh', '°C', '%', 'charge cycles', '', ' W', 'm2', ',');
  const numbers = fc.tuple(fc.double({ noNaN: true }), unit).map(([n, of]) => `${n} ${of}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), numbers), (value) => {
      expect(specOf(row(value))).toEqual({ label: 'Power', value });
    }),
  );
});

test('a unit alone is no value', () => {
  expect(specOf({ ...newSpecRow(), label: 'Power', unit: 'W' })).toEqual({ label: 'Power', value: '' });
});

test('a maker’s table is read with tabs or colons; headings are left out, and a word in a field is no table', () => {
  const read = (text: string) => copiedRows(text).map(specOf);
  expect(read('ELECTRICAL\r\nMax power\t550\tW\nBluetooth\tYes\n')).toEqual([
    { label: 'Max power', value: '550 W' },
    { label: 'Bluetooth', value: 'Yes' },
  ]);
  expect(read('• Ratio: 1:10\n\nSize :\t2 x 3 m')).toEqual([
    { label: 'Ratio', value: '1:10' },
    { label: 'Size', value: '2 x 3 m' },
  ]);
  expect(copiedRows('Max power\t550\tW')[0]).toMatchObject({ value: '550', unit: 'W' });
  for (const text of ['550 W', 'Ratio: 1:10', '', 'a\nb']) expect(read(text)).toEqual([]);
});

test('copied lines stand after the one they were pasted into; a label that is there gets the new value', () => {
  const rows = [row('500 W'), newSpecRow(), specRowOf({ label: 'Frame', value: 'black' })];
  const copied = copiedRows('power: 550 W\nCells: 144');
  expect(withCopied(rows, 1, copied).rows.map(specOf)).toEqual([
    { label: 'Power', value: '550 W' },
    { label: 'Cells', value: '144' },
    { label: 'Frame', value: 'black' },
  ]);
  expect(withCopied(rows, 1, copied).rows[0]?.key).toBe(rows[0]?.key);
});

test('lines beyond the most that there may be are left out and counted; those that are there stay', () => {
  const lines = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => specRowOf({ label: `${name} ${at}`, value: 'Yes' }));
  const rows = lines('Own', maxSpecs - 2);
  const { rows: pasted, leftOut } = withCopied(rows, 0, lines('Copied', 5));
  expect(leftOut).toBe(3);
  expect(pasted).toHaveLength(maxSpecs);
  expect(pasted.slice(0, 4).map(({ label }) => label)).toEqual(['Own 0', 'Copied 0', 'Copied 1', 'Own 1']);
  expect(pasted.at(-1)).toEqual(rows.at(-1));
  const full = lines('Own', maxSpecs);
  expect(withCopied(full, 0, lines('Copied', 1))).toEqual({ rows: full, leftOut: 1 });
});

test('a line moves by one position, and not beyond the ends', () => {
  const rows = [row('1'), row('2'), row('3')];
  const values = (of: typeof rows) => of.map((one) => specOf(one).value);
  expect(values(movedRow(rows, 0, 1))).toEqual(['2', '1', '3']);
  expect(values(movedRow(rows, 2, -1))).toEqual(['1', '3', '2']);
  expect(values(movedRow(rows, 0, -1))).toEqual(['1', '2', '3']);
  expect(values(movedRow(rows, 2, 1))).toEqual(['1', '2', '3']);
});
