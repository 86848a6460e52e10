import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { OwnData } from '../deps/accounts.ts';

export function supabaseOwnData({ asShop, asShopFor }: SupabaseClients): OwnData {
  return {
    export: (userId) => asShop((shop) => shop.rpc('account_export', { p_user_id: userId })),
    erase: async (userId) => {
      await asShopFor(userId)((shop) => shop.rpc('erase_account', { p_user_id: userId }));
    },
  };
}
