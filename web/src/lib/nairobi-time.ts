const timeZone = 'Africa/Nairobi';

const dayAndTime = new Intl.DateTimeFormat('en-KE', {
  timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** An ISO 8601 moment as people in Kenya read it, wherever the browser stands: `21 Nov 2026, 09:30`. */
export function formatDayAndTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : dayAndTime.format(moment);
}

/** The same moment without its time: `21 Nov 2026`. */
export function formatDay(iso: string): string {
  return formatDayAndTime(iso).split(',')[0] ?? '';
}

/** The day in Nairobi at a moment (now, unless told), as `YYYY-MM-DD`. */
export function nairobiDay(moment: string | Date = new Date()): string {
  // Kenya is three hours ahead of UTC all year, and has been since 1960.
  return new Date(new Date(moment).getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
}

/** The moment at which a day begins in Nairobi, ISO 8601; null for what is no day. Add days by `addDays` first. */
export function nairobiDayStart(day: string): string | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00+03:00`) : null;
  return start && !Number.isNaN(start.getTime()) ? start.toISOString() : null;
}

/** The day so many days later (or earlier), as `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
