import { sendWaitingMessages } from '@contract/admin.ts';
import type { MessageDetail, MessageFilter } from '@contract/admin-messages.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryDatabase } from '../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../lib/admin-queries.ts';

/** The number of messages per request. */
const partSize = 50;

/** The messages that match a filter, newest first; `fetchNextPage` loads more. */
export function useMessages(filter: MessageFilter) {
  return useInfiniteQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'messages', 'list', filter],
    initialPageParam: null as MessageFilter['after'] | null,
    queryFn: ({ pageParam, signal }) =>
      queryDatabase((database) =>
        database
          .rpc('list_messages', {
            p_filter: pageParam ? { ...filter, after: pageParam } : filter,
            p_limit: partSize,
          })
          .abortSignal(signal),
      ),
    getNextPageParam: ({ after }) => after ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One message with its text; `data` is null for an unknown id. */
export function useMessage(id: string) {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'messages', 'one', id],
    queryFn: ({ signal }) =>
      queryDatabase((database) => database.rpc('message_detail', { p_id: id }).abortSignal(signal)),
  });
}

export type MessageStepRequest =
  | { step: 'again'; recipient?: string; isForOrder?: boolean }
  | { step: 'stop' }
  | { step: 'unblock' }
  | { step: 'answer'; reason: string };

/** Sends a message again, stops it, unblocks its address or marks it as dealt with. */
export function useMessageStep(id: string) {
  return useMutation({
    mutationFn: async (request: MessageStepRequest): Promise<MessageDetail> => {
      const message = await queryDatabase((database) => {
        if (request.step === 'stop') return database.rpc('stop_message', { p_id: id });
        if (request.step === 'unblock') return database.rpc('unblock_message_address', { p_id: id });
        if (request.step === 'answer') {
          return database.rpc('answer_message', { p_id: id, p_reason: request.reason });
        }
        return database.rpc('send_message_again', {
          p_id: id,
          p_recipient: request.recipient,
          p_for_order: request.isForOrder,
        });
      });
      // Not awaited: if this call fails, the job that runs every minute sends the message.
      if (request.step === 'again') void callApi(sendWaitingMessages).catch(() => {});
      return message;
    },
    onSuccess: useRefreshAdmin(),
  });
}
