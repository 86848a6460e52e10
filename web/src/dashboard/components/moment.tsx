import { formatDayAndTime } from '@contract/nairobi-time.ts';

/** A date and time in Nairobi, on one line. @param at ISO 8601 */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular one-line">
      {formatDayAndTime(at)}
    </time>
  );
}
