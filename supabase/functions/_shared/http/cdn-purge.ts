import { afterReply } from './after-reply.ts';
import type { LogEntry } from './log.ts';
import type { Env } from './required-env.ts';

/** For each purge. */
const timeoutMs = 5_000;

/**
 * Purges replies with any of the tags from Netlify's CDN in the background
 * (https://docs.netlify.com/build/caching/caching-overview/#on-demand-invalidation). Does nothing without
 * NETLIFY_PURGE_TOKEN and NETLIFY_SITE_ID. A refusal, as for more than two purges in five seconds, is not retried, since
 * the entries expire after seconds anyway.
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
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => {
        await response.body?.cancel();
        if (!response.ok) failed(`Netlify answered ${response.status}`);
      })
      .catch((error: unknown) => failed(String(error)));
    afterReply(call);
  };
}
