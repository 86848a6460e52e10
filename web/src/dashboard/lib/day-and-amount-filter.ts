import { isDay } from '@contract/nairobi-time.ts';

/** The names, in the page's address, of filters by Nairobi days and by amounts in KES. */
export type DayAndAmountName = 'from' | 'to' | 'min' | 'max';

/** Days as `YYYY-MM-DD`, the last one included; whole KES. */
export type DayAndAmountFilter = { from?: string; to?: string; min?: number; max?: number };

/** The filter that the address asks for; what makes no sense in it is ignored. */
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
