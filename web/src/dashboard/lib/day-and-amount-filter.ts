import { isDay } from '@contract/calendar-days.ts';

/** The URL parameters of filters by Nairobi days and by amounts in KES. */
export type DayAndAmountName = 'from' | 'to' | 'min' | 'max';

/** Days as `YYYY-MM-DD`, including the last one; whole KES. */
export type DayAndAmountFilter = { from?: string; to?: string; min?: number; max?: number };

/** Reads the filter from the URL; invalid values are ignored. */
export function dayAndAmountOf(filters: Record<DayAndAmountName, string>): DayAndAmountFilter {
  const filter: DayAndAmountFilter = {};
  for (const name of ['from', 'to'] as const) {
    if (isDay(filters[name])) filter[name] = filters[name];
  }
  for (const name of ['min', 'max'] as const) {
    if (/^\d{1,9}$/.test(filters[name])) filter[name] = Number(filters[name]);
  }
  return filter;
}
