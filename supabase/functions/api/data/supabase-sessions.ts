import { sessionDays } from '../../_shared/http/session-cookie.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Sessions } from '../deps.ts';

/** Seconds in which one caller renews tokens; longer than the auth service is waited for. */
const leaseSeconds = 20;

export function supabaseSessions({ asShop }: SupabaseClients): Sessions {
  return {
    open: (sid, content) =>
      asShop((shop) => shop.rpc('open_session', { p_sid: sid, p_sess: content, p_days: sessionDays })),
    read: (sid) => asShop((shop) => shop.rpc('read_session', { p_sid: sid, p_days: sessionDays })),
    replace: (oldSid, newSid, content) =>
      asShop((shop) =>
        shop.rpc('replace_session', {
          p_old_sid: oldSid,
          p_new_sid: newSid,
          p_sess: content,
          p_days: sessionDays,
        }),
      ),
    save: (sid, content) => asShop((shop) => shop.rpc('save_session', { p_sid: sid, p_sess: content })),
    takeRefreshLease: (sid) =>
      asShop((shop) => shop.rpc('take_refresh_lease', { p_sid: sid, p_seconds: leaseSeconds })),
    endOthers: async (sid) => {
      await asShop((shop) => shop.rpc('end_other_sessions', { p_sid: sid }));
    },
    close: (sid) => asShop((shop) => shop.rpc('close_session', { p_sid: sid })),
  };
}
