import { timeLimits } from '../../_shared/contract/time-limits.ts';
import type { Sealer } from '../../_shared/secrets/sealed-text.ts';
import { sessionDays } from '../../_shared/http/session-cookie.ts';
import type { AuthTokens, SessionContent, StoredSession } from '../../_shared/supabase/sql-replies.ts';
import { signInIdOf } from '../../_shared/supabase/sign-in-id.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';

/** Milliseconds in which supabase-js repeats a renewal that fails; then it still waits for the last try. */
const triesToRenew = 30_000;

/**
 * Seconds in which one caller renews tokens. It reads the session again, renews and saves, and each may take its time:
 * whoever used the refresh token before that would end the sign-in.
 */
const leaseSeconds = (triesToRenew + 3 * timeLimits.database) / 1000;

/** @param sealer for the tokens, which open only in the session that they were written for */
export function supabaseSessions({ asShop }: Pick<SupabaseClients, 'asShop'>, sealer: Sealer) {
  return {
    /** @param device in words, `Chrome on Android` */
    open: async (sid: string, content: SessionContent, device: string | null) => {
      const sess = await stored(sid, content);
      await asShop.rpc('open_session', {
        p_sid: sid,
        p_sess: sess,
        p_days: sessionDays,
        p_device: device ?? undefined,
      });
    },
    read: async (sid: string) => {
      const found = await asShop.rpc('read_session', { p_sid: sid, p_days: sessionDays });
      return found && opened(sid, found);
    },
    replace: async (oldSid: string, newSid: string, content: SessionContent, device: string | null) => {
      const sess = await stored(newSid, content);
      await asShop.rpc('replace_session', {
        p_old_sid: oldSid,
        p_new_sid: newSid,
        p_sess: sess,
        p_days: sessionDays,
        p_device: device ?? undefined,
      });
    },
    save: async (sid: string, content: SessionContent) => {
      const sess = await stored(sid, content);
      await asShop.rpc('save_session', { p_sid: sid, p_sess: sess });
    },
    takeRefreshLease: (sid: string) =>
      asShop.rpc('take_refresh_lease', { p_sid: sid, p_seconds: leaseSeconds }),
    /** Where whoever is signed in to this session is signed in. */
    list: (sid: string) => asShop.rpc('list_sessions', { p_sid: sid }),
    /** Ends one of them, by the id that the list shows, together with its sign-in; does nothing when it has ended already. */
    end: async (sid: string, id: string) => {
      await asShop.rpc('end_session', { p_sid: sid, p_id: id });
    },
    /** Ends the other sessions of whoever is signed in to this one. */
    endOthers: async (sid: string) => {
      await asShop.rpc('end_other_sessions', { p_sid: sid });
    },
    close: (sid: string) => asShop.rpc('close_session', { p_sid: sid }),
  };

  async function stored(sid: string, content: SessionContent): Promise<StoredSession> {
    if (!('userId' in content)) return {};
    const { userId, accessToken, refreshToken, accessExpiresAt } = content as AuthTokens;
    const sealedTokens = await sealer.seal(JSON.stringify({ accessToken, refreshToken }), sid);
    return { userId, signInId: signInIdOf(accessToken), accessExpiresAt, sealedTokens };
  }

  /** What cannot be opened, as after a change of the key, signs nobody in: the session goes on as a guest's. */
  async function opened(
    sid: string,
    { sealedTokens, userId, accessExpiresAt }: StoredSession,
  ): Promise<SessionContent> {
    const tokens = sealedTokens ? await sealer.open(sealedTokens, sid) : null;
    if (!tokens) return {};
    return { userId, accessExpiresAt, ...(JSON.parse(tokens) as object) } as AuthTokens;
  }
}
