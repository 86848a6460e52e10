import type { MessageFilter } from '@contract/admin-messages.ts';
import { useMemo } from 'react';
import { Button } from '#components/forms/button.tsx';
import { DataTable } from '#components/tables/data-table.tsx';
import { LoadFailed, LoadingLines } from '#dashboard/components/query-state.tsx';
import { messageColumns } from './message-columns.tsx';
import { useMessages } from './message-queries.ts';

type MessagesListProps = {
  filter: MessageFilter;
  onOpen(id: string): void;
  /** Shown when no message matches. */
  nothing: string;
};

/** Messages that match a filter, newest first, fifty at a time. */
export function MessagesList({ filter, onOpen, nothing }: MessagesListProps) {
  const messages = useMessages(filter);
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    messages;
  const columns = useMemo(() => messageColumns(onOpen), [onOpen]);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="stack gap-3" aria-label="Messages">
      {error ? <LoadFailed query={messages} what="the messages" /> : null}
      {isPending ? <LoadingLines what="the messages" lines={4} /> : null}
      {data && rows.length === 0 ? (
        <p className="muted" role="status">
          {nothing}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          caption="Messages, newest first"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          isStale={isPlaceholderData}
        />
      ) : null}
      {hasNextPage ? (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more messages
        </Button>
      ) : null}
    </section>
  );
}
