import { sendWaitingMessages } from '@contract/admin.ts';
import type { MessageDetail, MessageFilter } from '@contract/admin-messages.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysFresh, sqlQuery, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

/** The number of messages per request. */
const partSize = 50;

/** The messages that match a filter, newest first; `fetchNextPage` loads more. */
export function useMessages(filter: MessageFilter) {
  return useInfiniteQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'messages', 'list', filter],
    initialPageParam: null as MessageFilter['after'] | null,
    queryFn: ({ pageParam, signal }) =>
      callSql(
        'list_messages',
        { p_filter: pageParam ? { ...filter, after: pageParam } : filter, p_limit: partSize },
        signal,
      ),
    getNextPageParam: ({ after }) => after ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One message with its text; `data` is null for an unknown id. */
export function useMessage(id: string) {
  return useQuery({
    ...alwaysFresh,
    ...sqlQuery(['messages', 'one', id], 'message_detail', { p_id: id }),
  });
}

export type MessageStepRequest =
  | { step: 'again'; recipient?: string; isForOrder?: boolean }
  | { step: 'stop' }
  | { step: 'unblock' }
  | { step: 'dismiss'; reason: string };

/** Sends a message again, stops it, unblocks its address or marks it as dealt with. */
export function useMessageStep(id: string) {
  return useAdminWrite(async (request: MessageStepRequest): Promise<MessageDetail> => {
    if (request.step === 'stop') return callSql('stop_message', { p_id: id });
    if (request.step === 'unblock') return callSql('unblock_message_address', { p_id: id });
    if (request.step === 'dismiss') return callSql('dismiss_message', { p_id: id, p_reason: request.reason });
    const message = await callSql('send_message_again', {
      p_id: id,
      p_recipient: request.recipient,
      p_for_order: request.isForOrder,
    });
    // Not awaited: if this call fails, the job that runs every minute sends the message.
    void callApi(sendWaitingMessages).catch(() => {});
    return message;
  });
}
