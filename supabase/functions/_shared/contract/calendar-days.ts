/** Whether a text is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // 30 February is read as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day so many days later (or earlier), as `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first day of the month that is so many months later, or earlier. @param day `YYYY-MM-DD` */
export function monthLater(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
