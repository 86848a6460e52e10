import { afterReply } from './after-reply.ts';
import type { LogEntry } from './log.ts';
import type { Env } from './required-env.ts';

/** Milliseconds. */
const patience = 5_000;

/**
 * Asks Netlify's CDN, without waiting for it, to forget what carries one of some tags
 * (https://docs.netlify.com/build/caching/caching-overview/#on-demand-invalidation). Without NETLIFY_PURGE_TOKEN and
 * NETLIFY_SITE_ID it does nothing, and the CDN forgets after seconds anyway; so a refusal, as for more than two in five
 * seconds, is not repeated.
 */
export function cdnPurge(env: Env, log: (entry: LogEntry) => void): (tags: readonly string[]) => void {
  const token = env.get('NETLIFY_PURGE_TOKEN');
  const site = env.get('NETLIFY_SITE_ID');
  if (!token || !site) return () => {};
  const url = `${env.get('NETLIFY_URL') ?? 'https://api.netlify.com'}/api/v1/purge`;
  const failed = (message: string) => log({ level: 'warn', event: 'cdn_not_purged', message });
  return (tags) => {
    const call = fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ site_id: site, cache_tags: tags }),
      signal: AbortSignal.timeout(patience),
    })
      .then(async (response) => {
        await response.body?.cancel();
        if (!response.ok) failed(`Netlify answered ${response.status}`);
      })
      .catch((error: unknown) => failed(String(error)));
    afterReply(call);
  };
}
