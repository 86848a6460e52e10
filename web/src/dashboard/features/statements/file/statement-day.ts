import type { StatementColumns } from '@contract/bank-statements.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';

export type DayOrder = StatementColumns['dayOrder'];

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** An optional time of day. */
const time = '(?:[T ,]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?\\s*(?:[AaPp][Mm])?(?:Z|[+-]\\d{2}:?\\d{2})?)?';
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${time}$`);
const compact = new RegExp(`^(\\d{4})(\\d{2})(\\d{2})${time}$`);
const named = new RegExp(`^(\\d{1,2})[- /.]([A-Za-z]{3,9})\\.?,?[- /.](\\d{4}|\\d{2})${time}$`);
const namedFirst = new RegExp(`^([A-Za-z]{3,9})\\.? (\\d{1,2}),? (\\d{4})${time}$`);
const figures = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${time}$`);

/**
 * Parses a day as written by banks, as `YYYY-MM-DD`; null for anything else. A time with a zone is of the day that it is
 * in Nairobi. @param order how 03/04/2026 is read
 */
export function dayOf(text: string, order: DayOrder): string | null {
  const bare = text.trim();
  const day = dayAsWritten(bare, order);
  const [, clock, zone] = /[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})$/.exec(bare) ?? [];
  if (day === null || !zone) return day;
  const moment = new Date(`${day}T${clock}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(moment.getTime()) ? null : nairobiDay(moment);
}

function dayAsWritten(bare: string, order: DayOrder): string | null {
  let found = yearFirst.exec(bare) ?? compact.exec(bare);
  if (found) return isoDay(found[1], found[2], found[3]);
  found = named.exec(bare);
  if (found) return isoDay(found[3], monthOf(found[2]), found[1]);
  found = namedFirst.exec(bare);
  if (found) return isoDay(found[3], monthOf(found[1]), found[2]);
  found = figures.exec(bare);
  if (!found) return null;
  const [, first, second, year] = found;
  return order === 'day first' ? isoDay(year, second, first) : isoDay(year, first, second);
}

/**
 * The order of day and month in a file, decided by any part above 12; null when no part is, or when they contradict
 * each other.
 */
export function dayOrderOf(texts: readonly string[]): DayOrder | null {
  let [dayFirst, monthFirst] = [false, false];
  for (const text of texts) {
    const [, first, second] = figures.exec(text.trim()) ?? [];
    if (Number(first) > 12) dayFirst = true;
    if (Number(second) > 12) monthFirst = true;
  }
  if (dayFirst === monthFirst) return null;
  return dayFirst ? 'day first' : 'month first';
}

function monthOf(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function isoDay(year = '', month = '', day = ''): string | null {
  const whole = year.length === 2 ? `20${year}` : year;
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null;
}
