import { expect, test } from 'vitest';
import { holidayProblems } from './holiday-problems.ts';

const holiday = { day: '2027-11-17', name: 'Day of mourning', source: 'Gazette notice 1' };

test('a complete holiday has no problems', () => {
  expect(holidayProblems(holiday)).toEqual({});
});

test.each([
  ['day', '', 'Please choose a day from 2020 to 2099'],
  ['day', '2019-12-31', 'Please choose a day from 2020 to 2099'],
  // Typed by hand into the date field.
  ['day', '0027-11-17', 'Please choose a day from 2020 to 2099'],
  ['name', '  ', 'Please enter the name of the holiday'],
  ['source', '', 'Please enter the source'],
] as const)('%s %j is reported and not sent', (field, typed, sentence) => {
  expect(holidayProblems({ ...holiday, [field]: typed })).toEqual({ [field]: sentence });
});
