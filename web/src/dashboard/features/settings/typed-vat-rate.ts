import { addDays, isDay } from '@contract/calendar-days.ts';
import type { VatRate } from './vat-rate-queries.ts';

/** The classes whose rate the law changes; the others have none. */
export type RatedClass = 'standard' | 'reduced';

type TypedVatRate = {
  vatClass: RatedClass;
  /** `YYYY-MM-DD` */
  from: string;
  /** In percent. */
  rate: string;
};

/**
 * The rate as it is stored, or a sentence for each field that is wrong. The limits are those of the table.
 *
 * @param today in Nairobi
 */
export function checkedVatRate(
  { vatClass, from, rate }: TypedVatRate,
  today: string,
): { rate?: Omit<VatRate, 'id'>; problems: { from?: string; rate?: string } } {
  const percent = /^(\d{1,2}(?:[.,]\d{1,2})?) ?%?$/.exec(rate.trim())?.[1]?.replace(',', '.');
  const basisPoints = percent === undefined ? Number.NaN : Math.round(Number(percent) * 100);
  const problems = {
    ...(isDay(from) && from >= addDays(today, 1) && from <= '2099-12-31'
      ? {}
      : { from: 'Please choose a day from tomorrow on: rates of the past stay' }),
    ...(basisPoints <= 5000 ? {} : { rate: 'Please enter percent, for example 16' }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { rate: { class: vatClass, from_day: from, basis_points: basisPoints }, problems };
}
