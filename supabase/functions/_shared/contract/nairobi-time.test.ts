import { expect, it, onTestFinished, vi } from 'vitest';
import { formatDay, formatDayAndTime, formatDayToCome, nairobiDay, nairobiMinute } from './nairobi-time.ts';

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

it('a day to come has its year where that is a later one', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(['2026-12-31', '2027-01-08'].map(formatDayToCome)).toEqual(['Thu 31 Dec', 'Fri 8 Jan 2027']);
});
