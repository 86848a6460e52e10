import type { ClaimedMessage, MessageContent, MessageProvider } from '../_shared/contract/messages.ts';
import type { SendResult } from '../_shared/messages/message-channel.ts';
import type { SupabaseClients } from '../_shared/supabase/supabase-clients.ts';

export type Outbox = ReturnType<typeof supabaseOutbox>;

/** The result of an attempt, for the row of the message. */
export type MessageResult = {
  id: string;
  lease: string;
  hasKey: boolean;
  result: SendResult;
};

/** The outbox in Postgres. */
export function supabaseOutbox(asShop: SupabaseClients['asShop'], channels: readonly MessageProvider[]) {
  const providers = channels.map(({ channel, provider, keySeconds }) => ({ channel, provider, keySeconds }));
  return {
    /** Puts into the outbox what the owner must know about the health of the shop. */
    queueHealthMessages: (): Promise<unknown> => asShop.rpc('queue_health_messages'),
    /** Puts the messages of the clock into the outbox; answers how many are due in all. */
    queueDueMessages: () => asShop.rpc('queue_due_messages'),
    claimMessages: (limit: number) =>
      asShop.rpc('claim_messages', { p_providers: providers, p_limit: limit }),
    /** False when somebody else has the message by now. */
    storeContent: ({ id, lease }: ClaimedMessage, content: MessageContent) =>
      asShop.rpc('store_message_content', { p_id: id, p_lease: lease, p_content: content }),
    recordResult: async ({ id, lease, hasKey, result }: MessageResult) => {
      await asShop.rpc('record_message_result', {
        p_id: id,
        p_lease: lease,
        p_outcome: result.outcome,
        p_has_key: hasKey,
        p_provider_id: 'providerId' in result ? result.providerId : undefined,
        p_reason: 'reason' in result ? result.reason : undefined,
        p_retry_seconds:
          result.outcome === 'refused' && result.retryAfterSeconds !== undefined
            ? Math.ceil(result.retryAfterSeconds)
            : undefined,
      });
    },
    /** After a call of the scheduler: a dead one must not look alive because the shop calls by itself. */
    recordHeartbeat: async () => {
      await asShop.rpc('record_heartbeat', { p_job: 'send-messages' });
    },
  };
}
