import type { MessageFilter, MessageRow } from '@contract/admin-messages.ts';
import { useMemo, useCallback } from 'react';
import { Button } from '#components/forms/button.tsx';
import { DataTable, type Column } from '#components/tables/data-table.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import type { RowCursor } from '@contract/admin.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  reasonText,
  stateLabels,
} from '#dashboard/lib/message-text.ts';
import { useSearchParams } from 'react-router-dom';
import { TableFilters } from '#dashboard/components/table-filters.tsx';
import { MessageDrawer } from './message-drawer.tsx';
import { messageFilterOf, messageFilters } from './message-filter.ts';
import { OutageMessages } from './outage-messages.tsx';
import { useChangeAddress, useTableAddress } from '#dashboard/lib/table-address.ts';

type MessagesListProps = {
  filter: MessageFilter;
  onOpen(id: string): void;
  /** Shown when no message matches. */
  nothing: string;
};

/** Messages that match a filter, newest first, fifty at a time. */
export function MessagesList({ filter, onOpen, nothing }: MessagesListProps) {
  const messages = useMessages(filter);
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = messages;
  const columns = useMemo(() => messageColumns(onOpen), [onOpen]);
  return (
    <section className="stack gap-3" aria-label="Messages">
      <Loaded query={messages} what="the messages" lines={4}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
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
          );
        }}
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
      cell: ({ recipient, channel, blocked, reason, attempts }) => (
        <>
          {`${recipient}, ${channelLabels[channel]} `}
          {blocked ? <strong className="bad">{`The address ${blockedReasons[blocked]} `}</strong> : null}
          <span>
            {[reason && reasonText(reason), attempts > 1 && `${attempts} attempts`]
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

/** The messages that match a filter, newest first; `fetchNextPage` loads more. */
function useMessages(filter: MessageFilter) {
  return useInfiniteQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'messages', 'list', filter],
    initialPageParam: undefined as RowCursor | undefined,
    queryFn: ({ pageParam, signal }) =>
      callSql('list_messages', { p_filter: filter, p_after: pageParam }, signal),
    getNextPageParam: ({ after }) => after ?? undefined,
    placeholderData: keepPreviousData,
  });
}
