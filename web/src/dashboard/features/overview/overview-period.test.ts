import { expect, test } from 'vitest';
import { daysOfPeriod } from './overview-period.ts';

test.each([
  ['today', '2026-11-21', 'hour'],
  ['7', '2026-11-15', 'day'],
  ['30', '2026-10-23', 'day'],
  ['90', '2026-08-24', 'day'],
  ['12-months', '2025-12-01', 'month'],
] as const)('a period of %s that ends on 21 November 2026 begins on %s', (period, from, step) => {
  expect(daysOfPeriod(period, '2026-11-21')).toEqual({ from, to: '2026-11-21', step });
});

test('twelve months end with this one, also in December and January', () => {
  expect(daysOfPeriod('12-months', '2026-12-31').from).toBe('2026-01-01');
  expect(daysOfPeriod('12-months', '2027-01-01').from).toBe('2026-02-01');
});

test('days are counted over the ends of months and years', () => {
  expect(daysOfPeriod('30', '2027-01-10').from).toBe('2026-12-12');
  expect(daysOfPeriod('7', '2028-03-01').from).toBe('2028-02-24');
});
