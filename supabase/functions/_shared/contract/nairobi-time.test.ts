import { expect, it } from 'vitest';
import { addDays, formatDay, formatDayAndTime, isDay, nairobiDay, nairobiMinute } from './nairobi-time.ts';

it('the time of an order is shown in Nairobi time, day before month', () => {
  expect(formatDayAndTime('2026-11-21T22:30:00Z')).toBe('22 Nov 2026, 01:30');
});

it('an unreadable moment shows nothing rather than "Invalid Date"', () => {
  expect(formatDayAndTime('yesterday')).toBe('');
});

it('a day begins in Nairobi while it is still yesterday in London', () => {
  expect(nairobiDay('2026-11-20T20:59:59Z')).toBe('2026-11-20');
  expect(nairobiDay('2026-11-20T21:00:00Z')).toBe('2026-11-21');
});

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

it('a day is shown as that day, and a moment with a minute for spreadsheets', () => {
  expect(formatDay('2026-11-21')).toBe('21 Nov 2026');
  expect(nairobiMinute('2026-11-21T22:30:59Z')).toBe('2026-11-22 01:30');
});

it('days are counted over the end of a month and of February', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});
