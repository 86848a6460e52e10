import { publicReplyAges } from '@contract/time-limits.ts';

/** Until then the CDN may have a reply from before this tab's last write; and as long again, in case one was on its way. */
let until = 0;

/** From now on the tab reads what is public from the shop itself, until the CDN has what was just written. */
export function readPastCaches(): void {
  until = Date.now() + 2 * (publicReplyAges.fresh + publicReplyAges.stale);
}

/** Forgets the last write, as a new tab has. */
export function readCachesAgain(): void {
  until = 0;
}

/** The path of a public read, which the CDN does not answer for some seconds after a write of this tab. */
export function pastCaches(path: string): string {
  if (Date.now() >= until || /[?&]own=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}own=yes`;
}
