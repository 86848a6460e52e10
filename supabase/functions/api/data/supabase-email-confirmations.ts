import type { StaffRole } from '../../_shared/contract/staff.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { Refusal } from '../../_shared/http/refusal.ts';

export function supabaseEmailConfirmations(
  { asShop, asShopFor }: SupabaseClients,
  keys: { idOf(key: string): string | null },
) {
  return {
    /**
     * Puts a link into the outbox, to the account's own address or to the one that it is to change to.
     * @param clientAddress the network address of who asks, by which mails take their turn
     * @throws Refusal `email_taken`
     */
    request: (userId: string, clientAddress: string, email?: string) =>
      asShop((shop) =>
        shop.rpc('request_email_confirmation', {
          p_user_id: userId,
          p_email: email,
          p_address_hash: addressHash(clientAddress),
        }),
      ),
    /**
     * The person has used the link: the address it was sent to is the account's, and confirmed. Returns the role that an
     * invitation gave; the account is signed out then. @throws Refusal `confirmation_link_expired`, `email_taken`
     */
    confirm: async (userId: string, token: string) => {
      const id = keys.idOf(token);
      if (id === null) throw new Refusal('confirmation_link_expired');
      const role = await asShopFor(userId)((shop) =>
        shop.rpc('confirm_email', { p_user_id: userId, p_id: id }),
      );
      return role as StaffRole | null;
    },
    /**
     * Takes back the account that the mailed link is about: the address that it has from now on. Null when the link was about
     * a setting, which is as it was before. @throws Refusal `confirmation_link_expired`, `email_taken`
     */
    undo: async (token: string): Promise<string | null> => {
      const id = keys.idOf(token);
      if (id === null) throw new Refusal('confirmation_link_expired');
      return asShop((shop) => shop.rpc('undo_account_change', { p_id: id }));
    },
  };
}
