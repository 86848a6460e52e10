import type { MessageDetail } from '@contract/admin-messages.ts';
import { Notice } from '#components/page/notice.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { type Fact, Facts } from '#dashboard/components/facts.tsx';
import { DetailDrawer } from '#dashboard/components/detail-drawer.tsx';
import { MessageActions } from './message-actions.tsx';
import { useMessage } from './message-queries.ts';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  reasonText,
  stateLabels,
} from '#dashboard/lib/message-text.ts';

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
  const facts: Fact[] = [
    ['Message', kindLabels[kind]],
    ['To', `${recipient} (${channelLabels[channel]})`],
    orderId && ['Order', <OrderLink key="o" id={orderId} />],
    ['Written', formatDayAndTime(createdAt)],
    nextAttemptAt && ['Next try', formatDayAndTime(nextAttemptAt)],
    finishedAt && ['Ended', formatDayAndTime(finishedAt)],
    ['Attempts', `${attempts}${message.provider ? `, through ${message.provider}` : ''}`],
    reason && ['Reason', reasonText(reason)],
  ];
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
      <Facts facts={facts} />
      <MessageActions message={message} />
      <Text message={message} />
      {message.steps.length > 0 ? (
        <section>
          <h3>What was done</h3>
          <ul>
            {message.steps.map(({ at, step, detail, byName }) => (
              <li key={at + step}>
                {`${formatDayAndTime(at)}, ${byName ?? 'somebody'}: ${step}${
                  detail ? ` (${step.startsWith('address corrected') ? `it was ${detail}` : detail})` : ''
                }`}
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
    return <p className="muted">The text is written when the message is sent, and deleted 30 days later.</p>;
  return (
    <section>
      <h3>{subject ?? 'Text'}</h3>
      <p className="framed pad-3 pre-wrap breaks">{text}</p>
    </section>
  );
}
