import { type Env, requiredEnv } from '../http/required-env.ts';

/** What Supabase's runtime offers beside Deno: work that goes on after the reply. */
type EdgeRuntime = { waitUntil(work: Promise<unknown>): void };

/**
 * Calls send-messages without waiting for it, so that a message goes out a moment after what it reports. When the call
 * is lost, the next minute's call sends the message.
 */
export function outboxCall(env: Env): () => void {
  const url = `${requiredEnv(env, 'SUPABASE_URL')}/functions/v1/send-messages`;
  const key = requiredEnv(env, 'RECONCILE_KEY');
  return () => {
    const call = fetch(url, { method: 'POST', headers: { 'x-reconcile-key': key } })
      .then((response) => response.body?.cancel())
      .catch(() => {});
    (globalThis as { EdgeRuntime?: EdgeRuntime }).EdgeRuntime?.waitUntil(call);
  };
}
