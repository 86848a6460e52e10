import { type Env, requiredEnv } from '../http/required-env.ts';

/** Supabase's runtime keeps the process alive until work after the reply is done. */
type EdgeRuntime = { waitUntil(work: Promise<unknown>): void };

/** On the calls of the shop itself, which say nothing about whether the scheduler still calls. */
export const calledByShop = 'x-called-by-shop';

/**
 * Calls send-messages in the background, so that messages are sent immediately. When the call
 * is lost, the next minute's call sends the message.
 */
export function outboxCall(env: Env): () => void {
  const url = `${requiredEnv(env, 'SUPABASE_URL')}/functions/v1/send-messages`;
  const key = requiredEnv(env, 'RECONCILE_KEY');
  return () => {
    const call = fetch(url, { method: 'POST', headers: { 'x-reconcile-key': key, [calledByShop]: 'yes' } })
      .then((response) => response.body?.cancel())
      .catch(() => {});
    (globalThis as { EdgeRuntime?: EdgeRuntime }).EdgeRuntime?.waitUntil(call);
  };
}

/** Milliseconds for which one call of the outbox is enough. */
const interval = 5 * 60_000;

/**
 * Calls the outbox with the first request after five minutes without: a dead scheduler cannot report itself, and
 * send-messages reports every job that is silent, each silence once.
 * @param now milliseconds
 */
export function outboxWatch(callOutbox: () => void, now: () => number = Date.now): () => void {
  let calledAt = -Infinity;
  return () => {
    if (now() - calledAt <= interval) return;
    calledAt = now();
    callOutbox();
  };
}
