/** Kenya is three hours ahead of UTC all year, and has been since 1960. */
const offsetMs = 3 * 3_600_000;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * An ISO 8601 moment as people in Kenya read it, wherever the browser is: `21 Nov 2026, 09:30`. Browsers and Node differ in
 * how they abbreviate months; a prerendered page must say the same as the one that takes its place. A day, `YYYY-MM-DD`, has
 * no time: `21 Nov 2026`.
 */
export function formatDayAndTime(iso: string): string {
  if (Number.isNaN(Date.parse(iso))) return '';
  const [day = '', time = ''] = nairobiMinute(iso).split(' ');
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}${time && `, ${time}`}`;
}

/** The same without its time: `21 Nov 2026`. @param iso a moment, or a day as `YYYY-MM-DD` */
export function formatDay(iso: string): string {
  return formatDayAndTime(iso).split(',')[0] ?? '';
}

/** A day in the weeks to come: `Thu 3 Dec`. @param day `YYYY-MM-DD` */
export const formatWeekday = (day: string): string =>
  `${new Date(day).toUTCString().slice(0, 3)} ${formatDay(day).slice(0, -5)}`;

/** The same, of a later year with that: `Fri 8 Jan 2027`. */
export const formatDayToCome = (day: string): string =>
  formatWeekday(day) + (day.slice(0, 4) > nairobiDay().slice(0, 4) ? ` ${day.slice(0, 4)}` : '');

/** The day in Nairobi at a moment (by default now), as `YYYY-MM-DD`. */
export function nairobiDay(moment: string | Date = new Date()): string {
  return nairobiMinute(moment).slice(0, 10);
}

/** A moment on Nairobi's clock, for spreadsheets: `2026-11-21 09:30`; a day, `YYYY-MM-DD`, as it is. */
export function nairobiMinute(moment: string | Date): string {
  if (typeof moment === 'string' && moment.length === 10) return moment;
  const localTime = new Date(new Date(moment).getTime() + offsetMs).toISOString();
  return localTime.slice(0, 16).replace('T', ' ');
}
