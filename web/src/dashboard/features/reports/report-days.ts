import { addDays, isDay } from '@contract/calendar-days.ts';

/** Days in Nairobi, `YYYY-MM-DD`, both included. */
export type Days = { from: string; to: string };

/** The longest report, in days after the first. */
const mostDays = 800;

const monthsLater = (day: string, months: number) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};

/** The periods that are one click away; each ends today at the latest. */
export function calendarPeriods(today: string): (Days & { name: string })[] {
  const month = monthsLater(today, 0);
  const year = `${today.slice(0, 4)}-01-01`;
  return [
    { name: 'This month', from: month, to: today },
    { name: 'Last month', from: monthsLater(today, -1), to: addDays(month, -1) },
    { name: 'This year', from: year, to: today },
    { name: 'Last year', from: monthsLater(year, -12), to: addDays(year, -1) },
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
