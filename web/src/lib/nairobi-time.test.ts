import { expect, it } from 'vitest';
import { formatDayAndTime } from './nairobi-time.ts';

it('the time of an order is told in Nairobi time, day before month', () => {
  expect(formatDayAndTime('2026-11-21T22:30:00Z')).toBe('22 Nov 2026, 01:30');
});

it('an unreadable moment shows nothing rather than "Invalid Date"', () => {
  expect(formatDayAndTime('yesterday')).toBe('');
});
