import { freshInProcess, type PublicReply } from '../../_shared/http/public-reply.ts';
import type { PublicReplies } from '../deps.ts';

type Kept = {
  reply: Promise<PublicReply>;
  /** Null while it is being asked for. */
  answered: PublicReply | null;
  goodUntil: number;
};

/** Bytes of all replies together; a process has 256 MB. */
const mostBytes = 16_000_000;

/**
 * Public replies in the memory of this process, each for a second from when its question was asked, so that a crowd asks
 * Postgres once a second. Null keeps nothing: every call asks.
 */
export function repliesInProcess(
  most: number | null = mostBytes,
  purgeCdn: (tags: readonly string[]) => void = () => {},
): PublicReplies {
  const kept = new Map<string, Kept>();
  let inAll = 0;

  const forget = (key: string, entry: Kept) => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    inAll -= entry.answered?.body.length ?? 0;
  };
  const good = (key: string) => {
    const entry = kept.get(key);
    if (entry && entry.goodUntil > Date.now()) return entry;
    if (entry) forget(key, entry);
    return null;
  };

  const begin = (key: string, ask: () => Promise<PublicReply>, limit: number): Promise<PublicReply> => {
    const askedAt = Date.now();
    const entry: Kept = { reply: ask(), answered: null, goodUntil: Infinity };
    kept.set(key, entry);
    entry.reply.then(
      (answered) => {
        if (kept.get(key) !== entry) return;
        entry.goodUntil = askedAt + freshInProcess;
        entry.answered = answered;
        inAll += answered.body.length;
        for (const [oldKey, old] of kept) {
          if (inAll <= limit) break;
          // What is being asked for has no size yet, and somebody waits for it.
          if (old.answered) forget(oldKey, old);
        }
      },
      () => forget(key, entry),
    );
    return entry.reply;
  };

  return {
    read: async (key, admit, ask) => {
      if (most === null) {
        await admit();
        return ask();
      }
      const known = good(key);
      if (known) return known.reply;
      await admit();
      return good(key)?.reply ?? begin(key, ask, most);
    },
    kept: (key) => good(key)?.answered ?? null,
    forget: (tags) => {
      kept.clear();
      inAll = 0;
      purgeCdn(tags);
    },
  };
}
