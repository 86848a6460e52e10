import type { MessageProvider } from '../_shared/contract/messages.ts';
import type { RunQuery } from '../_shared/supabase/supabase-clients.ts';
import type { SendMessagesDeps } from './send-messages.ts';

type Outbox = Pick<
  SendMessagesDeps,
  | 'queueHealthMessages'
  | 'queueDueMessages'
  | 'claimMessages'
  | 'storeContent'
  | 'recordResult'
  | 'recordHeartbeat'
>;

/** The outbox in Postgres. */
export function supabaseOutbox(asShop: RunQuery, channels: readonly MessageProvider[]): Outbox {
  const providers = channels.map(({ channel, provider, keySeconds }) => ({ channel, provider, keySeconds }));
  return {
    queueHealthMessages: () => asShop((shop) => shop.rpc('queue_health_messages')),
    queueDueMessages: () => asShop((shop) => shop.rpc('queue_due_messages')),
    claimMessages: (limit) =>
      asShop((shop) => shop.rpc('claim_messages', { p_providers: providers, p_limit: limit })),
    storeContent: ({ id, lease }, content) =>
      asShop((shop) => shop.rpc('store_message_content', { p_id: id, p_lease: lease, p_content: content })),
    recordResult: async ({ id, lease, hasKey, result }) => {
      await asShop((shop) =>
        shop.rpc('record_message_result', {
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
        }),
      );
    },
    recordHeartbeat: async () => {
      await asShop((shop) => shop.rpc('record_heartbeat', { p_job: 'send-messages' }));
    },
  };
}
