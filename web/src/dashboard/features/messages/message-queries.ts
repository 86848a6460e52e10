import type { RowCursor } from '@contract/admin.ts';
import type { MessageDetail, MessageFilter, MessageStep } from '@contract/admin-messages.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';

/** The messages that match a filter, newest first; `fetchNextPage` loads more. */
export function useMessages(filter: MessageFilter) {
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

/** `detail` is the corrected address, or the reason why nothing more is to be done. */
export type MessageStepRequest = { step: MessageStep['step']; detail?: string };

/** Sends a message again, stops it, unblocks its address or marks it as dealt with. */
export async function takeMessageStep(
  id: string,
  { step, detail }: MessageStepRequest,
): Promise<MessageDetail> {
  const message = await callSql('take_message_step', { p_id: id, p_step: step, p_detail: detail });
  if (step === 'sent again' || step.startsWith('address corrected')) sendMessagesNow();
  return message;
}
