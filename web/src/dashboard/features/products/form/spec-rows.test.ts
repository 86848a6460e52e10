import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedRow } from '../moved-row.ts';
import { asKind, newSpecRow, specOf, specRowOf, numberProblem } from './spec-rows.ts';

const row = (value: string) => specRowOf({ label: 'Power', value });

test.each([
  ['550 W', 'number', '550', 'W'],
  ['21.3 %', 'number', '21.3', '%'],
  ['-20 °C', 'number', '-20', '°C'],
  ['5', 'number', '5', ''],
  ['6000 charge cycles', 'number', '6000', 'charge cycles'],
])('"%s" is a %s', (value, kind, amount, unit) => {
  expect(row(value)).toMatchObject({ kind, amount, unit });
});

test.each(['Monocrystalline', '2 x 25 A', '10-20 V', '1,000 m', 'IEC 61215', '550  W', '5 W ', 'yes'])(
  '"%s" is text',
  (value) => {
    expect(row(value).kind).toBe('text');
  },
);

test('Yes and No are a choice', () => {
  expect(row('Yes')).toMatchObject({ kind: 'yes-no', isYes: true });
  expect(specOf(row('No'))).toEqual({ label: 'Power', value: 'No' });
});

test('opening and saving a line changes nothing, whatever its text', () => {
  const unit = fc.constantFrom('W', 'kWh', '°C', '%', 'charge cycles', '', ' W', 'm2', ',');
  const numbers = fc.tuple(fc.double({ noNaN: true }), unit).map(([n, of]) => `${n} ${of}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), numbers), (value) => {
      expect(specOf(row(value))).toEqual({ label: 'Power', value });
    }),
  );
});

test('a line can change its kind and back without losing what was typed', () => {
  const typed = { ...newSpecRow(), label: 'Power', text: 'about 550 watts' };
  const there = asKind(typed, 'number');
  expect(there.amount).toBe('');
  expect(asKind(there, 'text').text).toBe('about 550 watts');
  expect(asKind(asKind(row('550 W'), 'text'), 'number')).toMatchObject({ amount: '550', unit: 'W' });
});

test('a number must be a number', () => {
  const of = (amount: string, unit = 'W') => numberProblem({ ...newSpecRow(), kind: 'number', amount, unit });
  expect(of('12.5')).toBeNull();
  expect(of('12,5')).toBe('Type a number such as 12.5');
  expect(of('')).toBe('Type a number before the unit');
  expect(of('', '')).toBeNull();
});

test('a line moves by one position, and not beyond the ends', () => {
  const rows = [row('1'), row('2'), row('3')];
  const values = (of: typeof rows) => of.map((one) => specOf(one).value);
  expect(values(movedRow(rows, 0, 1))).toEqual(['2', '1', '3']);
  expect(values(movedRow(rows, 2, -1))).toEqual(['1', '3', '2']);
  expect(values(movedRow(rows, 0, -1))).toEqual(['1', '2', '3']);
  expect(values(movedRow(rows, 2, 1))).toEqual(['1', '2', '3']);
});
