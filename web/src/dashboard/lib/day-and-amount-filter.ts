import { nairobiDayStart } from '../../lib/nairobi-time.ts';

/** The names in the address of what narrows a table to days in Nairobi and amounts in KES. */
export const dayAndAmountNames = ['from', 'to', 'min', 'max'] as const;
export type DayAndAmountName = (typeof dayAndAmountNames)[number];

/** Days as `YYYY-MM-DD`, the last one included; whole KES. */
export type DayAndAmountFilter = { from?: string; to?: string; min?: number; max?: number };

/** What the address asks for; what is not understood in it does not filter. */
export function dayAndAmountOf(filters: Record<DayAndAmountName, string>): DayAndAmountFilter {
  const filter: DayAndAmountFilter = {};
  for (const name of ['from', 'to'] as const) {
    if (nairobiDayStart(filters[name])) filter[name] = filters[name];
  }
  for (const name of ['min', 'max'] as const) {
    if (/^\d{1,9}$/.test(filters[name])) filter[name] = Number(filters[name]);
  }
  return filter;
}
