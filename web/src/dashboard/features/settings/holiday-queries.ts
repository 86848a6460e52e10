import { isDay } from '@contract/calendar-days.ts';
import { textField } from '@contract/field-rules.ts';
import { object, string } from 'yup';

/** A day on which banks are closed, besides weekends. */
export type BankHoliday = {
  id: string;
  /** `YYYY-MM-DD` */
  day: string;
  name: string;
  /** The source of the information. */
  source: string;
};

/** The limits of the table. */
export const [firstDay, lastDay] = ['2020-01-01', '2099-12-31'];

const noDay = 'Please choose a day from 2020 to 2099';

/** A holiday as typed. */
export const holidaySchema = object({
  day: string()
    .defined()
    .test('day', noDay, (day) => isDay(day) && day >= firstDay && day <= lastDay),
  name: textField('Please enter the name of the holiday', 100),
  source: textField('Please enter the source', 200),
});
