import type { OrderEvent } from '@contract/admin-orders.ts';
import { useMemo } from 'react';
import { classNames } from '../../../../components/class-names.ts';
import { Quiet } from '../../../components/layout.tsx';
import { Moment } from '../../../components/moment.tsx';
import styles from './order-timeline.module.css';
import { timelineOf } from './timeline-words.ts';

/** Everything that happened to an order, newest first: when, what, who. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  const entries = useMemo(() => timelineOf(events), [events]);
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.key} className={classNames(styles.entry, styles[entry.tone])}>
          <span className={styles.mark} aria-hidden="true" />
          <p>
            <strong>{entry.title}</strong>
            {entry.times > 1 ? ` ${entry.times} times` : null}
          </p>
          {entry.detail ? <p className={styles.detail}>{entry.detail}</p> : null}
          <Quiet>
            {entry.times > 1 ? (
              <>
                <Moment at={entry.since} />
                {' to '}
              </>
            ) : null}
            <Moment at={entry.at} />
            {entry.by ? ` by ${entry.by}` : null}
          </Quiet>
        </li>
      ))}
    </ol>
  );
}
