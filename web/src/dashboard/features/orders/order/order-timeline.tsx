import type { OrderEvent } from '@contract/admin-orders.ts';
import { useMemo } from 'react';
import { classNames } from '../../../../components/class-names.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import styles from './order-timeline.module.css';
import { type TimelineEntry, timelineOf } from './timeline-words.ts';

/** Everything that happened to an order, newest first: when, what, who. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  const entries = useMemo(() => timelineOf(events), [events]);
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.key} className={classNames(styles.entry, styles[entry.tone])}>
          <span className={styles.mark} aria-hidden="true" />
          <p className={styles.title}>
            {entry.title}
            {entry.times > 1 ? <span className={styles.times}>{` ${entry.times} times`}</span> : null}
          </p>
          {entry.detail ? <p className={styles.detail}>{entry.detail}</p> : null}
          <p className={styles.when}>
            <Moments entry={entry} />
            {entry.by ? ` by ${entry.by}` : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Moments({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      {entry.times > 1 ? (
        <>
          <time dateTime={entry.since}>{formatDayAndTime(entry.since)}</time>
          {' to '}
        </>
      ) : null}
      <time dateTime={entry.at}>{formatDayAndTime(entry.at)}</time>
    </>
  );
}
