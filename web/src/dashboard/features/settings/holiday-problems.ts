type TypedHoliday = {
  /** `YYYY-MM-DD` */
  day: string;
  name: string;
  source: string;
};

/** The problems of a typed holiday, a sentence per field; empty when it can be saved. */
export function holidayProblems({ day, name, source }: TypedHoliday): Partial<TypedHoliday> {
  return {
    ...(/^20\d\d-\d\d-\d\d$/.test(day) ? {} : { day: 'Please choose a day from 2000 to 2099' }),
    ...(name.trim() ? {} : { name: 'Please enter the name of the holiday' }),
    ...(source.trim() ? {} : { source: 'Please enter the source' }),
  };
}
