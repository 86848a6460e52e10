import { addDays, isDay, monthLater } from '@contract/calendar-days.ts';

/** Days in Nairobi, `YYYY-MM-DD`, both included. */
export type Days = { from: string; to: string };

/** The longest report, in days after the first. */
const mostDays = 800;

/** The periods that are one click away; each ends today at the latest. */
export function calendarPeriods(today: string): (Days & { name: string })[] {
  const month = monthLater(today, 0);
  const year = `${today.slice(0, 4)}-01-01`;
  return [
    { name: 'This month', from: month, to: today },
    { name: 'Last month', from: monthLater(today, -1), to: addDays(month, -1) },
    { name: 'This year', from: year, to: today },
    { name: 'Last year', from: monthLater(year, -12), to: addDays(year, -1) },
  ];
}

/** Why there is no report of these days, as a sentence; null when there is. */
export function daysProblem({ from, to }: Days): string | null {
  if (to < from) return 'The last day is before the first.';
  return to > addDays(from, mostDays) ? 'A report has at most 800 days. Choose fewer.' : null;
}

/** The days in the URL; this month where it has none. */
export function daysOf(from: string | null, to: string | null, today: string): Days {
  const [thisMonth] = calendarPeriods(today);
  return {
    from: from !== null && isDay(from) ? from : (thisMonth?.from ?? today),
    to: to !== null && isDay(to) ? to : today,
  };
}
