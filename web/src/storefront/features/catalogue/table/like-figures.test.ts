import { expect, test } from 'vitest';
import { likeFigures } from './like-figures.ts';

const sheet = (...lines: [label: string, value: string][]) => ({
  specs: lines.map(([label, value]) => ({ label, value })),
});

test('what most products say becomes a column, in the order of their makers; what one says does not', () => {
  const products = [
    sheet(['Energy', '5 kWh'], ['Voltage', '48 V'], ['Cycles', '6000'], ['Colour', 'white']),
    sheet(['Voltage', '51.2 V'], ['Energy', '10 kWh']),
    sheet(['Energy', '2 kWh'], ['Voltage', '24 V'], ['Cycles', '4000']),
  ];
  expect(likeFigures(products, 9)).toEqual([
    { label: 'Energy', values: ['5 kWh', '10 kWh', '2 kWh'] },
    { label: 'Voltage', values: ['48 V', '51.2 V', '24 V'] },
    { label: 'Cycles', values: ['6000', null, '4000'] },
  ]);
  expect(likeFigures(products, 2).map(({ label }) => label)).toEqual(['Energy', 'Voltage']);
});

test('sentences are no column, and of a line that stands twice the first counts', () => {
  const long = 'Recharge every 6 months, keep at 90 % or more';
  expect(
    likeFigures([sheet(['Storage', long], ['A', '1'], ['A', '2']), sheet(['Storage', 'Dry'], ['A', '3'])], 4),
  ).toEqual([{ label: 'A', values: ['1', '3'] }]);
});
