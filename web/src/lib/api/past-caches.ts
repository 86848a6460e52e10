import { publicReplyAges } from '@contract/time-limits.ts';
import { tabState } from '#lib/storage/stored-state.ts';

/**
 * Until then, in milliseconds, the CDN may have a reply from before this tab's last write; and as long again, in case one
 * was on its way. A reload keeps it.
 */
const until = tabState('read-past-caches-until', 1, Number);

/** From now on the tab reads what is public from the shop itself, until the CDN has what was just written. */
export function readPastCaches(): void {
  until.remember(Date.now() + 2 * (publicReplyAges.fresh + publicReplyAges.stale));
}

/** The path of a public read, which the CDN does not answer for some seconds after a write of this tab. */
export function pastCaches(path: string): string {
  if (Date.now() >= (until.recall() ?? 0) || /[?&]own=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}own=yes`;
}
