import type { OrderEvent } from '@contract/admin-orders.ts';
import { useMemo } from 'react';
import { classNames } from '#components/page/class-names.ts';
import { Moment } from '#dashboard/components/moment.tsx';
import styles from './order-timeline.module.css';
import { type TimelineEntry, timelineOf } from './timeline-text.ts';

type OrderTimelineProps = { events: readonly OrderEvent[]; onOpenMessage(id: string): void };

/** Everything that happened to an order, newest first: when, what, who. A message can be opened. */
export function OrderTimeline({ events, onOpenMessage }: OrderTimelineProps) {
  const entries = useMemo(() => timelineOf(events), [events]);
  return (
    <ol className="stack">
      {entries.map((entry) => (
        <li key={entry.key} className={classNames('anchor stack gap-0', styles.entry, styles[entry.tone])}>
          <span className={styles.mark} aria-hidden="true" />
          <p>
            <Title entry={entry} onOpenMessage={onOpenMessage} />
            {entry.times > 1 ? ` ${entry.times} times` : null}
          </p>
          {entry.detail ? (
            <p className={classNames('breaks', entry.tone === 'note' && 'card pad-row pre-wrap')}>
              {entry.detail}
            </p>
          ) : null}
          <p className="muted">
            {entry.times > 1 ? (
              <>
                <Moment at={entry.since} />
                {' to '}
              </>
            ) : null}
            <Moment at={entry.at} />
            {entry.by ? ` by ${entry.by}` : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Title({
  entry: { title, messageId },
  onOpenMessage,
}: { entry: TimelineEntry } & Pick<OrderTimelineProps, 'onOpenMessage'>) {
  if (!messageId) return <strong>{title}</strong>;
  return (
    <button
      type="button"
      className={classNames('link-button strong breaks', styles.open)}
      aria-label={`${title}: open`}
      onClick={() => onOpenMessage(messageId)}
    >
      {title}
    </button>
  );
}
