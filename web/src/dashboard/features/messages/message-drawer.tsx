import type { MessageDetail, MessageStep } from '@contract/admin-messages.ts';
import { Notice } from '#components/page/notice.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { type Fact, Facts } from '#dashboard/components/facts.tsx';
import { DetailDrawer } from '#dashboard/components/detail-drawer.tsx';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  reasonText,
  stateLabels,
} from '#dashboard/lib/message-text.ts';
import { buyerKinds } from '@contract/messages.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { actionsOf, type MessageAction, typedProblem } from './message-steps.ts';

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
    nextAttemptAt && [attempts > 0 ? 'Next try' : 'Goes out', formatDayAndTime(nextAttemptAt)],
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

const dialogTexts: Record<
  MessageAction,
  { step: MessageStep['step']; label: string; title: string; done: string; description: string }
> = {
  again: {
    step: 'sent again',
    label: 'Send again',
    title: 'Send this message again',
    done: 'It goes out within a minute.',
    description:
      'If it may have gone out a short while ago, it is sent again under the same key, so that the provider does not deliver it twice. Otherwise a new message is written from the current facts, and anyone who got the first one gets a second.',
  },
  correct: {
    step: 'address corrected',
    label: 'Correct the address',
    title: 'Send to another address',
    done: 'It goes out within a minute.',
    description: 'A new message is written and sent to the other address.',
  },
  unblock: {
    step: 'address unblocked',
    label: 'Unblock the address',
    title: 'Write to this address again',
    done: 'Messages go to it again.',
    description:
      'Messages that are written from now on go to this address again. This one can then be sent again too.',
  },
  stop: {
    step: 'stopped',
    label: 'Stop',
    title: 'Stop this message',
    done: 'It will not be sent.',
    description: 'It will not be sent unless you send it again.',
  },
  dismiss: {
    step: 'dismissed',
    label: 'Settled',
    title: 'Nothing more needs to be done',
    done: 'It no longer appears under “Needs your attention”.',
    description: 'For instance because you called the buyer.',
  },
};

/** The actions for one message; each asks for confirmation. */
function MessageActions({ message }: { message: MessageDetail }) {
  const [opened, setOpened] = useState<MessageAction | null>(null);
  return (
    <>
      <div className="cluster gap-3">
        {actionsOf(message).map((action) => (
          <Button key={action} variant="secondary" onClick={() => setOpened(action)}>
            {dialogTexts[action].label}
          </Button>
        ))}
      </div>
      {opened ? (
        <ActionDialog key={opened} action={opened} message={message} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}

type ActionDialogProps = { action: MessageAction; message: MessageDetail; onClose(): void };

function ActionDialog({ action, message, onClose }: ActionDialogProps) {
  const { id, orderId, kind, channel, recipient } = message;
  const isToBuyer = orderId !== null && (buyerKinds as readonly string[]).includes(kind);
  const text = dialogTexts[action];
  const isCorrected = action === 'correct';
  const isTyped = isCorrected || action === 'dismiss';
  const form = useForm({
    initial: { text: isCorrected ? recipient : '' },
    read: (now) => {
      const problem = typedProblem(action, channel, now.text);
      return problem
        ? { problems: { text: problem } }
        : {
            value: {
              p_id: id,
              p_step: isCorrected && isToBuyer ? ('address corrected for the order' as const) : text.step,
              p_detail: isTyped ? now.text : undefined,
            },
            problems: {},
          };
    },
    send: async (request) => {
      await callSql('take_message_step', request);
      if (action === 'again' || isCorrected) sendMessagesNow();
    },
    onSent: () => showToast({ title: text.label, description: text.done }),
  });
  return (
    <FormDialog
      form={form}
      title={text.title}
      confirmLabel={text.label}
      focusesCancel={!isTyped}
      failureTitle="The action failed"
      onClose={onClose}
    >
      <p>{text.description}</p>
      {isTyped ? (
        <Field
          label={action === 'dismiss' ? 'What was done' : channel === 'email' ? 'E-mail' : 'Phone number'}
          maxLength={action === 'dismiss' ? 1000 : 254}
          {...form.field('text')}
        />
      ) : null}
      {isCorrected && isToBuyer ? (
        <p className="muted">
          {`The order’s further messages by ${channelLabels[channel]} go to it too. The buyer still finds and claims the order with what was typed at the checkout. If somebody else has the wrong address, end the order’s old links on its page.`}
        </p>
      ) : null}
    </FormDialog>
  );
}

/** One message with its text; `data` is null for an unknown id. */
const useMessage = (id: string) => useSql('message_detail', { p_id: id });
