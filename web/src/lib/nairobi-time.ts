const dayAndTime = new Intl.DateTimeFormat('en-KE', {
  timeZone: 'Africa/Nairobi',
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
