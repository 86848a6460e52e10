import { expect, test } from 'vitest';
import { formatRange } from './format-range.ts';

test.each([
  [[48, 48], 'V', '48 V'],
  [[5.12, 9.6], 'kWh', '5.12 to 9.6 kWh'],
  [[10, null], 'A', 'at least 10 A'],
  [[null, 97.5], '%', 'at most 97.5%'],
  [[44_000, 51_000], 'KES', 'KES 44,000 to 51,000'],
  [[25.4, 30], 'KES', 'KES 25.4 to 30'],
  [[2, 2], null, '2'],
] as const)('a range of figures is formatted as people write it: %j %s', ([low, high], unit, text) => {
  expect(formatRange([low, high], { unit, kind: 'number' }).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a feature that is there or not is shown as yes or no', () => {
  expect(formatRange([1, 1], { unit: null, kind: 'yes or no' })).toBe('Yes');
  expect(formatRange([0, 0], { unit: null, kind: 'yes or no' })).toBe('No');
});
