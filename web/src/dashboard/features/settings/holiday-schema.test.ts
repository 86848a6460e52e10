import { expect, test } from 'vitest';
import { validated } from '#lib/forms/validated.ts';
import { holidaySchema } from './bank-holidays.tsx';

const holiday = { day: '2027-11-17', name: 'Day of mourning', source: 'Gazette notice 1' };

test('a complete holiday has no problems', () => {
  expect(validated(holidaySchema, holiday)).toEqual({ value: holiday, problems: {} });
});

test.each([
  ['day', '', 'Please choose a day from 2020 to 2099'],
  ['day', '2019-12-31', 'Please choose a day from 2020 to 2099'],
  // Typed by hand into the date field.
  ['day', '0027-11-17', 'Please choose a day from 2020 to 2099'],
  ['name', '  ', 'Please enter the name of the holiday'],
  ['source', '', 'Please enter the source'],
] as const)('%s %j is reported and not sent', (field, typed, sentence) => {
  expect(validated(holidaySchema, { ...holiday, [field]: typed }).problems).toEqual({ [field]: sentence });
});
