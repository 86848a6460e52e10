import { expect, test } from 'vitest';
import { dayOf, dayOrderOf } from './statement-day.ts';

test.each([
  ['2026-11-03', '2026-11-03'],
  ['2026/11/3', '2026-11-03'],
  ['20261103', '2026-11-03'],
  ['2026-11-03T08:15:00Z', '2026-11-03'],
  ['2026-11-03 08:15:00.000', '2026-11-03'],
  ['2026-11-03T22:30:00Z', '2026-11-04'],
  ['2026-11-03 22:30:00.000+0100', '2026-11-04'],
  ['2026-11-03T23:30+03:00', '2026-11-03'],
  ['03/11/2026', '2026-11-03'],
  ['3.11.2026', '2026-11-03'],
  ['03-11-26', '2026-11-03'],
  ['03/11/2026 08:15 PM', '2026-11-03'],
  ['3-Nov-2026', '2026-11-03'],
  ['03 November 2026', '2026-11-03'],
  ['03-NOV-26', '2026-11-03'],
  ['Nov 3, 2026', '2026-11-03'],
  ['29/02/2028', '2028-02-29'],
])('%s is %s', (text, day) => {
  expect(dayOf(text, 'day first')).toBe(day);
});

test('the month may come first', () => {
  expect(dayOf('11/03/2026', 'month first')).toBe('2026-11-03');
  expect(dayOf('03/13/2026', 'day first')).toBeNull();
});

test.each(['', 'Total', '31/02/2026', '2026-13-01', '29/02/2026', '45000', '3 Foo 2026', '1/1', '2026'])(
  '%s is no day',
  (text) => {
    expect(dayOf(text, 'day first')).toBeNull();
  },
);

test('a part above 12 decides how all dates of a file are read; without one, or with contradictions, the format is unknown', () => {
  expect(dayOrderOf(['03/04/2026', '13/04/2026'])).toBe('day first');
  expect(dayOrderOf(['03/04/2026', '04/13/2026'])).toBe('month first');
  expect(dayOrderOf(['03/04/2026', '2026-04-13'])).toBeNull();
  expect(dayOrderOf(['13/04/2026', '04/13/2026'])).toBeNull();
});
