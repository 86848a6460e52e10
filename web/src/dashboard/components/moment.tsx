import { formatDayAndTime, nairobiDay } from '@contract/nairobi-time.ts';

/** A date and time in Nairobi, on one line; in a narrow table without the time, and without the present year. @param at ISO 8601 */
export function Moment({ at }: { at: string }) {
  const text = formatDayAndTime(at);
  const day = text.replace(/,.*/, '').replace(` ${nairobiDay().slice(0, 4)}`, '');
  return (
    <time dateTime={at} className="tabular one-line">
      {day}
      <span>{text.slice(day.length)}</span>
    </time>
  );
}
