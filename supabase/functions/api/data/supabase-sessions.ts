import { sessionDays } from '../../_shared/http/session-cookie.ts';
import type { SessionContent, Sessions } from '../deps.ts';
import { dataOf, type SupabaseClients } from './supabase-clients.ts';

/** Seconds in which one caller renews tokens; longer than the auth service is waited for. */
const leaseSeconds = 20;

export function supabaseSessions({ asShop }: SupabaseClients): Sessions {
  return {
    open: async (sid, content) => {
      dataOf(await asShop.rpc('open_session', { p_sid: sid, p_sess: content, p_days: sessionDays }));
    },
    read: async (sid) =>
      dataOf(await asShop.rpc('read_session', { p_sid: sid, p_days: sessionDays })) as SessionContent | null,
    replace: async (oldSid, newSid, content) => {
      dataOf(
        await asShop.rpc('replace_session', {
          p_old_sid: oldSid,
          p_new_sid: newSid,
          p_sess: content,
          p_days: sessionDays,
        }),
      );
    },
    save: async (sid, content) => {
      dataOf(await asShop.rpc('save_session', { p_sid: sid, p_sess: content }));
    },
    takeRefreshLease: async (sid) =>
      dataOf(await asShop.rpc('take_refresh_lease', { p_sid: sid, p_seconds: leaseSeconds })),
    endOthers: async (sid) => {
      dataOf(await asShop.rpc('end_other_sessions', { p_sid: sid }));
    },
    close: async (sid) => {
      dataOf(await asShop.rpc('close_session', { p_sid: sid }));
    },
  };
}
