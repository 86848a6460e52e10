import { formatDay } from '@contract/nairobi-time.ts';
import type { Overview, OverviewSales } from '@contract/admin-overview.ts';

const utc = { timeZone: 'UTC' } as const;
const formats = {
  day: new Intl.DateTimeFormat('en-KE', { ...utc, day: 'numeric', month: 'short' }),
  fullDay: new Intl.DateTimeFormat('en-KE', {
    ...utc,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }),
  month: new Intl.DateTimeFormat('en-KE', { ...utc, month: 'short' }),
  fullMonth: new Intl.DateTimeFormat('en-KE', { ...utc, month: 'long', year: 'numeric' }),
};

/** The label of an hour, day or month on an axis: `14:00`, `21 Nov`, `Nov`. */
export function slotLabel({ at }: Pick<OverviewSales, 'at'>, step: Overview['step']): string {
  if (step === 'hour') return `${at.slice(11)}:00`;
  return formats[step].format(new Date(at));
}

/** The full name: `14:00 to 15:00`, `Sat, 21 Nov 2026`, `November 2026`. */
export function slotName({ at }: Pick<OverviewSales, 'at'>, step: Overview['step']): string {
  if (step === 'hour') {
    const hour = Number(at.slice(11));
    return `${at.slice(11)}:00 to ${String(hour + 1).padStart(2, '0')}:00${hour === 0 ? ', and what is known by its day alone' : ''}`;
  }
  return (step === 'day' ? formats.fullDay : formats.fullMonth).format(new Date(at));
}

/** One day, or the first and the last of several: `23 Oct 2026 to 21 Nov 2026`. */
export function formatDays(from: string, to: string): string {
  return from === to ? formatDay(to) : `${formatDay(from)} to ${formatDay(to)}`;
}
