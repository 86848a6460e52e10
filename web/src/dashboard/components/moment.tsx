import { formatDayAndTime } from '@contract/nairobi-time.ts';
import styles from './table-cells.module.css';

/** A date and time in Nairobi, on one line. @param at ISO 8601 */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className={styles.figure}>
      {formatDayAndTime(at)}
    </time>
  );
}
