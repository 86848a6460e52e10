import { freshInProcess, type PublicReply } from '../../_shared/http/public-reply.ts';
import type { PublicReplies } from '../deps.ts';

type CacheEntry = {
  reply: Promise<PublicReply>;
  /** Null while it is loading. */
  answered: PublicReply | null;
  freshUntil: number;
};

/** For all replies together; a process has 256 MB. */
const defaultMaxBytes = 16_000_000;

/**
 * Caches public replies in the memory of this process for a second from the start of their query, so that Postgres is
 * queried at most once a second for each. With null as the limit, nothing is cached.
 */
export function repliesInProcess(
  maxBytes: number | null = defaultMaxBytes,
  purgeCdn: (tags: readonly string[]) => void = () => {},
): PublicReplies {
  const cache = new Map<string, CacheEntry>();
  let totalBytes = 0;

  const forget = (key: string, entry: CacheEntry) => {
    if (cache.get(key) !== entry) return;
    cache.delete(key);
    totalBytes -= entry.answered?.bytes ?? 0;
  };
  const fresh = (key: string) => {
    const entry = cache.get(key);
    if (entry && entry.freshUntil > Date.now()) return entry;
    if (entry) forget(key, entry);
    return null;
  };

  const load = (key: string, loadReply: () => Promise<PublicReply>, limit: number): Promise<PublicReply> => {
    const loadedAt = Date.now();
    const entry: CacheEntry = { reply: loadReply(), answered: null, freshUntil: Infinity };
    cache.set(key, entry);
    entry.reply.then(
      (answered) => {
        if (cache.get(key) !== entry) return;
        entry.freshUntil = loadedAt + freshInProcess;
        entry.answered = answered;
        totalBytes += answered.bytes;
        for (const [oldKey, old] of cache) {
          if (totalBytes <= limit) break;
          // Replies that are still loading have no size, and callers are waiting for them.
          if (old.answered) forget(oldKey, old);
        }
      },
      () => forget(key, entry),
    );
    return entry.reply;
  };

  return {
    read: async (key, admit, loadReply) => {
      if (maxBytes === null) {
        await admit();
        return loadReply();
      }
      const known = fresh(key);
      if (known) return known.reply;
      await admit();
      return fresh(key)?.reply ?? load(key, loadReply, maxBytes);
    },
    cached: (key) => fresh(key)?.answered ?? null,
    forget: (tags) => {
      cache.clear();
      totalBytes = 0;
      purgeCdn(tags);
    },
  };
}
