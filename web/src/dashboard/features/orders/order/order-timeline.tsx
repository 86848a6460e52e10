import type { OrderEvent } from '@contract/admin-orders.ts';
import { useMemo } from 'react';
import { classNames } from '#components/page/class-names.ts';
import { Moment } from '#dashboard/components/moment.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import styles from './order-timeline.module.css';
import { type TimelineEntry, timelineOf } from './timeline-text.ts';

/** What happened to an order apart from messages, newest first: when, what, who. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  const entries = useMemo(() => timelineOf(events.filter(({ kind }) => kind !== 'message')), [events]);
  return (
    <ol className="stack">
      {entries.map((entry) => (
        <li key={entry.key} className={classNames('anchor stack gap-0', styles.entry, styles[entry.tone])}>
          <span className={styles.mark} aria-hidden="true" />
          <p>
            <strong>{entry.title}</strong>
            {entry.times > 1 ? <span>{` ${entry.times} times`}</span> : null}
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
                <span>{' to '}</span>
              </>
            ) : null}
            <Moment at={entry.at} />
            {entry.by ? <span>{` by ${entry.by}`}</span> : null}
          </p>
          {entry.technical ? (
            <details className="muted">
              <summary>Details</summary>
              <p className="breaks">{entry.technical}</p>
            </details>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

type OrderMessagesProps = { events: readonly OrderEvent[]; onOpenMessage(id: string): void };

/**
 * The messages about an order, newest first, with where each stands. It can be opened. Open at once when one is in trouble;
 * one that was no longer true, and went to nobody, is left out.
 */
export function OrderMessages({ events, onOpenMessage }: OrderMessagesProps) {
  const entries = useMemo(() => timelineOf(events.filter(isShownMessage)), [events]);
  if (entries.length === 0) return null;
  const bad = entries.filter(({ tone }) => tone === 'bad').length;
  return (
    <details open={bad > 0}>
      <summary className="target strong">
        {`Messages (${entries.length}${bad > 0 ? `, ${bad} in trouble` : ''})`}
      </summary>
      <ol className="stack divided small">
        {entries.map((entry) => (
          <li key={entry.key} className="stack gap-0 pad-y-2 breaks">
            <Title entry={entry} onOpenMessage={onOpenMessage} />
            <span className={entry.tone === 'bad' ? 'strong bad' : 'quiet'}>{entry.detail}</span>
            <span className="quiet">
              <Moment at={entry.at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const isShownMessage = (event: OrderEvent) => event.kind === 'message' && event.reason !== 'no_longer_true';

function Title({
  entry: { title, messageId },
  onOpenMessage,
}: { entry: TimelineEntry } & Pick<OrderMessagesProps, 'onOpenMessage'>) {
  const may = useMay();
  if (!messageId || !may('messages')) return <strong>{title}</strong>;
  return (
    <button
      type="button"
      className="link-button target text-start strong breaks"
      aria-label={`${title}: open`}
      onClick={() => onOpenMessage(messageId)}
    >
      {title}
    </button>
  );
}
