import { expect, test } from 'vitest';
import { commonValues } from './common-values.ts';

const sheet = (...lines: [label: string, value: string][]) => ({
  specs: lines.map(([label, value]) => ({ label, value })),
});

test('a label that most products have becomes a column, in the order of the data sheets; a rare one does not', () => {
  const products = [
    sheet(['Energy', '5 kWh'], ['Voltage', '48 V'], ['Cycles', '6000'], ['Colour', 'white']),
    sheet(['Voltage', '51.2 V'], ['Energy', '10 kWh']),
    sheet(['Energy', '2 kWh'], ['Voltage', '24 V'], ['Cycles', '4000'], ['Rack', '3 U']),
    sheet(['Energy', '1 kWh'], ['Voltage', '24 V']),
    sheet(['Energy', '3 kWh'], ['Rack', '2 U'], ['Cycles', '2000']),
  ];
  expect(commonValues(products, 9)).toEqual([
    { label: 'Energy', values: ['5 kWh', '10 kWh', '2 kWh', '1 kWh', '3 kWh'] },
    { label: 'Voltage', values: ['48 V', '51.2 V', '24 V', '24 V', null] },
    { label: 'Cycles', values: ['6000', null, '4000', null, '2000'] },
  ]);
  expect(commonValues(products, 2).map(({ label }) => label)).toEqual(['Energy', 'Voltage']);
});

test('long texts do not become a column, and of a repeated label the first counts', () => {
  const long = 'Recharge every 6 months, keep at 90 % or more';
  expect(
    commonValues(
      [sheet(['Storage', long], ['A', '1'], ['A', '2']), sheet(['Storage', 'Dry'], ['A', '3'])],
      4,
    ),
  ).toEqual([{ label: 'A', values: ['1', '3'] }]);
});
