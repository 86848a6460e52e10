import type { StaffRole } from '../../_shared/contract/staff.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { EmailConfirmations } from '../deps/accounts.ts';

export function supabaseEmailConfirmations(
  { asShop, asShopFor }: SupabaseClients,
  keys: { idOf(key: string): string | null },
): EmailConfirmations {
  return {
    request: (userId, clientAddress, email) =>
      asShop((shop) =>
        shop.rpc('request_email_confirmation', {
          p_user_id: userId,
          p_email: email,
          p_address_hash: addressHash(clientAddress),
        }),
      ),
    confirm: async (userId, token) => {
      const id = keys.idOf(token);
      if (id === null) throw new Refusal('confirmation_link_expired');
      const role = await asShopFor(userId)((shop) =>
        shop.rpc('confirm_email', { p_user_id: userId, p_id: id }),
      );
      return role as StaffRole | null;
    },
    undo: async (token) => {
      const id = keys.idOf(token);
      if (id === null) throw new Refusal('confirmation_link_expired');
      return asShop((shop) => shop.rpc('undo_account_change', { p_id: id }));
    },
  };
}
