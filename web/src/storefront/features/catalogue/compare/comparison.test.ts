import type { SheetLine } from '@contract/products.ts';
import { expect, test } from 'vitest';
import { compareSheets, comparedLine, whatDearerHas } from './comparison.ts';

const line = (label: string, value: string, note: string | null = null): SheetLine => ({
  key: null,
  label,
  value,
  note,
  workedOutFrom: null,
});

test('comparable figures are in one row, differences are marked, and missing ones are named', () => {
  const one = [{ name: 'Electrical', lines: [line('Voltage', '48 V'), line('Energy', '5 kWh')] }];
  const other = [
    { name: 'Electrical', lines: [line('Energy', '5 kWh', 'usable'), line('Voltage', '48 V')] },
    { name: 'More', lines: [line('Colour', 'white')] },
  ];
  expect(compareSheets([one, other])).toEqual([
    {
      name: 'Electrical',
      lines: [
        { label: 'Voltage', values: ['48 V', '48 V'], differs: false, best: [] },
        { label: 'Energy', values: ['5 kWh', '5 kWh, usable'], differs: true, best: [] },
      ],
    },
    { name: 'More', lines: [{ label: 'Colour', values: [null, 'white'], differs: false, best: [] }] },
  ]);
  expect(compareSheets([])).toEqual([]);
});

test('the best value is marked where more or less is better as such, and the conditions are the same', () => {
  const bestOf = (key: string, ...values: [value: string, note?: string][]) =>
    compareSheets(
      values.map(([value, note = null]) => [
        { name: 'Group', lines: [{ ...line('Label', value, note), key }] },
      ]),
    )[0]?.lines[0]?.best;
  expect(bestOf('module_efficiency', ['21.3 %'], ['22.8 %'], ['22.8 %'])).toEqual([1, 2]);
  expect(bestOf('price_per_kwh', ['KES 21,000'], ['KES 9,800.5'])).toEqual([1]);
  expect(bestOf('cycle_life', ['6000'], ['4000'])).toEqual([0]);
  expect(bestOf('cycle_life', ['6000', 'at 80 %'], ['4000'])).toEqual([]);
  expect(bestOf('cycle_life', ['6000'], ['6000'])).toEqual([]);
  expect(bestOf('nominal_voltage', ['48 V'], ['24 V'])).toEqual([]);
});

test('a sentence says what the dearer of two has more, from values that both state', () => {
  const [small, large] = [
    { name: 'Small', price: 112_000 },
    { name: 'Large', price: 272_000 },
  ];
  const energy = comparedLine('Energy', ['2.4 kWh', '10.24 kWh'], 'amount');
  const lines = [
    energy,
    comparedLine('Discharge current', [null, '200 A'], 'amount'),
    comparedLine('Capacity', ['50 Ah', '0.2 kAh'], 'amount'),
    comparedLine('Cycle life', ['6000', '4000'], 'more'),
    comparedLine('Price per kWh', ['KES 46,667', 'KES 26,563'], 'less'),
    comparedLine('Weight', ['24 kg', '100 kg']),
  ];
  expect(energy.best).toEqual([]);
  expect(whatDearerHas([small!, large!], lines)?.replaceAll('\u00a0', ' ')).toBe(
    'For KES 160,000 more, Large has more energy (10.24 kWh, not 2.4 kWh).',
  );
  expect(whatDearerHas([small!, large!], lines.slice(1))).toBeNull();
  expect(whatDearerHas([small!, { ...large!, price: small!.price }], lines)).toBeNull();
  expect(whatDearerHas([small!, large!, large!], lines)).toBeNull();
});
