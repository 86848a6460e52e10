import type {
  MessageFilter,
  MessageRow,
  MessageState,
  MessagesToSendAgain,
} from '@contract/admin-messages.ts';
import { useMemo, useCallback, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { DataTable, type Column } from '#components/tables/data-table.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlList, useMoreRows, useSql } from '#dashboard/lib/admin-queries.ts';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  whyText,
  stateLabels,
} from '#dashboard/lib/message-text.ts';
import { useSearchParams } from 'react-router-dom';
import { TableFilters, choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { MessageDrawer } from './message-drawer.tsx';
import { useChangeAddress, useTableAddress } from '#dashboard/lib/table-address.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';

type MessageFilterName = 'q' | 'state';

const messageFilters: readonly TableFilter<MessageFilterName>[] = [
  { name: 'q', kind: 'search', label: 'Recipient or order number' },
  choiceOf('state', 'Status', 'Every status', [
    { value: 'trouble', label: 'Needs an answer' },
    { value: 'waiting', label: 'Waiting' },
    { value: 'sent', label: 'Sent' },
    { value: 'unsent', label: 'Not sent' },
  ]),
];

const states = new Map<string, MessageState[]>([
  ['waiting', ['waiting', 'sending']],
  ['sent', ['accepted', 'delivered']],
  ['unsent', ['skipped', 'stopped', 'failed', 'unknown', 'bounced', 'complained']],
]);

/** Reads the filter from the URL; invalid values are ignored. */
export function messageFilterOf({ q, state }: Record<MessageFilterName, string>): MessageFilter {
  const filter: MessageFilter = {};
  if (q.trim()) filter.text = q.trim();
  if (state === 'trouble') filter.isOpen = true;
  const chosen = states.get(state);
  if (chosen) filter.states = chosen;
  return filter;
}

type MessagesListProps = {
  filter: MessageFilter;
  onOpen(id: string): void;
  /** Shown when no message matches. */
  nothing: string;
};

/** Messages that match a filter, newest first, fifty at a time. */
export function MessagesList({ filter, onOpen, nothing }: MessagesListProps) {
  const messages = useMoreRows(sqlList('list_messages', { p_filter: filter }));
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = messages;
  const columns = useMemo(() => messageColumns(onOpen), [onOpen]);
  return (
    <section className="stack gap-3" aria-label="Messages">
      <Loaded query={messages} what="the messages" lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted" role="status">
              {nothing}
            </p>
          ) : (
            <DataTable
              caption="Messages, newest first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              isStale={isPlaceholderData}
            />
          )
        }
      </Loaded>
      {hasNextPage ? (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more messages
        </Button>
      ) : null}
    </section>
  );
}

/** The columns of the table; its first cell opens the message. */
function messageColumns(onOpen: (id: string) => void): Column<MessageRow>[] {
  return [
    {
      header: 'Message',
      onPhone: 'name',
      opens: true,
      cell: ({ id, kind, channel, recipient }) => (
        <button
          type="button"
          className={`link-button strong ${cells.button}`}
          aria-label={`${kindLabels[kind]}, ${channelLabels[channel]} to ${recipient}: open`}
          onClick={() => onOpen(id)}
        >
          {kindLabels[kind]}
        </button>
      ),
    },
    {
      header: 'Written',
      onPhone: 'figure',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      header: 'To',
      onPhone: 'line',
      width: 'rest',
      cell: ({ recipient, channel, blocked, ...message }) => (
        <>
          {`${recipient}, ${channelLabels[channel]} `}
          {blocked ? <strong className="bad">{`The address ${blockedReasons[blocked]} `}</strong> : null}
          <span>
            {[whyText(message), message.attempts > 1 && `${message.attempts} attempts`]
              .filter(Boolean)
              .join(', ')}
          </span>
        </>
      ),
    },
    {
      header: 'Order',
      from: 'medium',
      cell: ({ orderId }) =>
        orderId ? <OrderLink id={orderId} className={`inline-row strong mono ${cells.number}`} /> : '–',
    },
    {
      header: 'Status',
      onPhone: 'state',
      cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>,
    },
  ];
}

/** `/admin/messages`: every message to buyers and to the owner. */
export function MessagesTab() {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const address = useTableAddress({ filters: messageFilters });
  const open = useCallback((id: string) => change({ message: id }), [change]);
  return (
    <div className="stack gap-4">
      <h2>Messages</h2>
      <OutageMessages />
      <TableFilters filters={messageFilters} address={address} />
      <MessagesList
        filter={messageFilterOf(address.filters)}
        onOpen={open}
        nothing={address.isFiltered ? 'No message matches all of these filters.' : 'No messages yet.'}
      />
      <MessageDrawer id={params.get('message')} onClose={() => change({ message: '' }, { replace: true })} />
    </div>
  );
}

/** One press for what an outage of a provider left. Nothing while there is nothing. */
export function OutageMessages() {
  const { data } = useSql('messages_to_send_again', {});
  // What was confirmed is what is sent, also when more has come meanwhile.
  const [asked, setAsked] = useState<MessagesToSendAgain | null>(null);
  const shown = asked ?? data;
  if (!shown || shown.ids.length === 0) return null;
  const label = `Send Again ${counted(shown.ids.length, 'Message')}`;
  return (
    <>
      <div>
        <Button variant="secondary" onClick={() => setAsked(shown)}>
          {label}
        </Button>
      </div>
      {asked ? (
        <ConfirmAction
          title="Send again what may not have gone out"
          confirmLabel={label}
          act={() => callSql('send_messages_again', { p_ids: shown.ids })}
          onDone={(sent) => {
            sendMessagesNow();
            showToast({ title: `${counted(sent, 'message')} sent again`, description: 'Within a minute.' });
          }}
          failureTitle="Not sent again"
          onClose={() => setAsked(null)}
        >
          <p>
            {`The provider gave no clear answer in the last three days. ${
              shown.people === 0
                ? 'Nobody gets a message twice.'
                : `Up to ${counted(shown.people, 'person', 'people')} may get it twice.`
            } What is no longer true is not sent.`}
          </p>
        </ConfirmAction>
      ) : null}
    </>
  );
}
