import { isDay } from '@contract/calendar-days.ts';
import type { BankHoliday } from './holiday-queries.ts';

/** The limits of the table. */
export const firstDay = '2020-01-01';
export const lastDay = '2099-12-31';

type TypedHoliday = Omit<BankHoliday, 'id'>;

/** The problems of a typed holiday, a sentence per field; empty when it can be saved. */
export function holidayProblems({ day, name, source }: TypedHoliday): Partial<TypedHoliday> {
  return {
    ...(isDay(day) && day >= firstDay && day <= lastDay
      ? {}
      : { day: 'Please choose a day from 2020 to 2099' }),
    ...(name.trim() ? {} : { name: 'Please enter the name of the holiday' }),
    ...(source.trim() ? {} : { source: 'Please enter the source' }),
  };
}
