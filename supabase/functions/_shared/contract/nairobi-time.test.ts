import { expect, it } from 'vitest';
import { formatDay, formatDayAndTime, nairobiDay, nairobiMinute } from './nairobi-time.ts';

it('the time of an order is shown in Nairobi time, day before month', () => {
  expect(formatDayAndTime('2026-11-21T22:30:00Z')).toBe('22 Nov 2026, 01:30');
});

it('what is known by its day alone has no time', () => {
  expect(formatDayAndTime('2026-11-21')).toBe('21 Nov 2026');
  expect(nairobiMinute('2026-11-21')).toBe('2026-11-21');
});

it('an unreadable moment shows nothing rather than "Invalid Date"', () => {
  expect(formatDayAndTime('yesterday')).toBe('');
});

it('a day begins in Nairobi while it is still yesterday in London', () => {
  expect(nairobiDay('2026-11-20T20:59:59Z')).toBe('2026-11-20');
  expect(nairobiDay('2026-11-20T21:00:00Z')).toBe('2026-11-21');
});

it('a day is shown as that day, and a moment with a minute for spreadsheets', () => {
  expect(formatDay('2026-11-21')).toBe('21 Nov 2026');
  expect(nairobiMinute('2026-11-21T22:30:59Z')).toBe('2026-11-22 01:30');
});
