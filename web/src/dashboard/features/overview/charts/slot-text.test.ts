import { expect, test } from 'vitest';
import { formatDays, slotLabel, slotName } from './slot-text.ts';

test.each([
  ['2026-11-21T00', 'hour', '00:00', '00:00 to 01:00, and what is known by its day alone'],
  ['2026-11-21T09', 'hour', '09:00', '09:00 to 10:00'],
  ['2026-11-21T23', 'hour', '23:00', '23:00 to 24:00'],
  ['2026-11-01', 'month', 'Nov', 'November 2026'],
] as const)('%s is called %s', (at, step, label, name) => {
  expect(slotLabel({ at }, step)).toBe(label);
  expect(slotName({ at }, step)).toBe(name);
});

test('a day is the same in every time zone', () => {
  expect(slotLabel({ at: '2026-11-21' }, 'day')).toBe('21 Nov');
  expect(slotName({ at: '2026-11-21' }, 'day')).toContain('21 Nov 2026');
  expect(formatDays('2026-01-05', '2026-01-05')).toBe('5 Jan 2026');
  expect(formatDays('2025-12-30', '2026-01-05')).toBe('30 Dec 2025 to 5 Jan 2026');
});
