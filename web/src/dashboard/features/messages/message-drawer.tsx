import type { MessageDetail } from '@contract/admin-messages.ts';
import type { ReactNode } from 'react';
import { Link } from '../../../components/link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { orderNumber } from '../../../lib/order-number.ts';
import { MutedText } from '../../components/layout.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { MessageActions } from './message-actions.tsx';
import { useMessage } from './message-queries.ts';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  stateLabels,
} from '../../lib/message-text.ts';
import styles from './messages.module.css';

/** One message: its text and its actions. @param id null: closed */
export function MessageDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  return (
    <DetailDrawer id={id} onClose={onClose} noun="message" useDetail={useMessage}>
      {(message) => <Content message={message} />}
    </DetailDrawer>
  );
}

function Content({ message }: { message: MessageDetail }) {
  const { kind, channel, recipient, orderId, state, reason, attempts, createdAt, nextAttemptAt, finishedAt } =
    message;
  const facts: [string, ReactNode][] = [
    ['Message', kindLabels[kind]],
    ['To', `${recipient} (${channelLabels[channel]})`],
    ...(orderId
      ? [
          [
            'Order',
            <Link key="o" to={`/admin/orders/${orderId}`}>{`#IC-${orderNumber(orderId)}`}</Link>,
          ] as const,
        ]
      : []),
    ['Written', formatDayAndTime(createdAt)],
    ...(nextAttemptAt ? [['Next try', formatDayAndTime(nextAttemptAt)] as const] : []),
    ...(finishedAt ? [['Ended', formatDayAndTime(finishedAt)] as const] : []),
    ['Attempts', `${attempts}${message.provider ? `, through ${message.provider}` : ''}`],
    ...(reason ? [['Reason', reason] as const] : []),
  ].map(([label, value]) => [label as string, value as ReactNode]);
  return (
    <>
      <div>
        <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>
      </div>
      {message.blocked ? (
        <Notice tone="warning" title={`${recipient} ${blockedReasons[message.blocked]}`} announce="none">
          Nothing is sent to it until you unblock it. You can also send this message to another address.
        </Notice>
      ) : null}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <MessageActions message={message} />
      <Text message={message} />
      {message.steps.length > 0 ? (
        <section>
          <h3>What was done</h3>
          <ul>
            {message.steps.map(({ at, step, detail, byName }) => (
              <li key={at + step}>
                {formatDayAndTime(at)}, {byName ?? 'somebody'}: {step}
                {detail ? ` (${step.startsWith('address corrected') ? `it was ${detail}` : detail})` : ''}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/**
 * The plain text of the message, which says the same as a mail's HTML: the content security policy would block the
 * HTML's styles.
 */
function Text({ message: { subject, text } }: { message: MessageDetail }) {
  if (text === null)
    return <MutedText>The text is written when the message is sent, and deleted 30 days later.</MutedText>;
  return (
    <section>
      <h3>{subject ?? 'Text'}</h3>
      <p className={styles.text}>{text}</p>
    </section>
  );
}
