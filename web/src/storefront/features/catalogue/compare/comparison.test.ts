import type { SheetLine } from '@contract/products.ts';
import { expect, test } from 'vitest';
import { compareSheets } from './comparison.ts';

const line = (label: string, value: string, note: string | null = null): SheetLine => ({
  ...{ key: null, label, value, note },
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
        { label: 'Voltage', values: ['48 V', '48 V'], differs: false },
        { label: 'Energy', values: ['5 kWh', '5 kWh, usable'], differs: true },
      ],
    },
    { name: 'More', lines: [{ label: 'Colour', values: [null, 'white'], differs: true }] },
  ]);
  expect(compareSheets([])).toEqual([]);
});
