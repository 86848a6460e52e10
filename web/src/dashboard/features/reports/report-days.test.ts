import { expect, test } from 'vitest';
import { calendarPeriods, daysOf, daysProblem } from './report-days.ts';

test('months and years of the calendar, up to today', () => {
  expect(calendarPeriods('2026-01-15')).toEqual([
    { name: 'This month', from: '2026-01-01', to: '2026-01-15' },
    { name: 'Last month', from: '2025-12-01', to: '2025-12-31' },
    { name: 'This year', from: '2026-01-01', to: '2026-01-15' },
    { name: 'Last year', from: '2025-01-01', to: '2025-12-31' },
  ]);
});

test('the days come from the URL; without them, or with others than days, it is this month', () => {
  expect(daysOf('2026-02-01', '2026-02-28', '2026-03-05')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  const thisMonth = { from: '2026-03-01', to: '2026-03-05' };
  expect(daysOf(null, null, '2026-03-05')).toEqual(thisMonth);
  expect(daysOf('2026-02-30', 'tomorrow', '2026-03-05')).toEqual(thisMonth);
});

test('says in a sentence why there is no report', () => {
  expect(daysProblem({ from: '2026-02-01', to: '2026-01-31' })).toBe('The last day is before the first.');
  expect(daysProblem({ from: '2020-01-01', to: '2026-01-31' })).toContain('at most 800 days');
  expect(daysProblem({ from: '2026-02-01', to: '2026-02-01' })).toBeNull();
});
