let copy: { at: number; receivedAt: number } | null = null;

/**
 * Notes whether a reply is the edge proxy's copy: of the catalogue's those with prices. Any fresh reply ends it, since
 * the functions answer again.
 * @param at ISO time of the copy; null for a fresh reply
 */
export function noteCopy(path: string, at: string | null): void {
  if (!at) copy = null;
  else if (/^\/api\/(products|search)/.test(path)) copy = { at: Date.parse(at), receivedAt: Date.now() };
}

/** Of when prices are that were read at a time, if they came as a copy: all in milliseconds; null for fresh ones. */
export const copyTime = (readAt: number): number | null =>
  copy && readAt >= copy.receivedAt ? copy.at : null;
