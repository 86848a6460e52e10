import { expect, it } from 'vitest';
import { addDays, isDay } from './calendar-days.ts';

it.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-11-31', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
  ['tomorrow', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it('days are counted over the end of a month and of February', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});
