import { orderFingerprint } from '../../_shared/contract/place-order.ts';
import { timeLimits } from '../../_shared/contract/time-limits.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { sessionDays, sha256Hex } from '../../_shared/http/session-cookie.ts';
import { acceptedOf } from '../../_shared/supabase/query-result.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { CallSource, Orders } from '../deps.ts';

export function supabaseOrders({ asShop, asPerson }: SupabaseClients): Orders {
  return {
    placeOrder: async (sid, source, idempotencyKey, request) => {
      const hash = await sha256Hex(orderFingerprint(request));
      const counted = await countedBy(source);
      const reply = await asShop((shop) =>
        shop.rpc('place_order_within_limits', {
          ...counted,
          p_sid: sid,
          p_key: idempotencyKey,
          p_request_hash: hash,
          p_request: request,
          p_session_days: sessionDays,
          p_answer_by: new Date(Date.now() + timeLimits.order).toISOString(),
        }),
      );
      return acceptedOf(reply);
    },
    ownHolds: (sid) => asShop((shop) => shop.rpc('own_holds', { p_sid: sid })),
    cancel: (sid, orderId) =>
      asShop((shop) => shop.rpc('cancel_unpaid_order', { p_sid: sid, p_order_id: orderId })),
    find: (sid, orderId, linkVersion) =>
      asShop((shop) => shop.rpc('visible_order', seenBy(sid, orderId, linkVersion))),
    listOfSession: (sid) => asShop((shop) => shop.rpc('list_session_orders', { p_sid: sid })),
    listOpen: (sid) => asShop((shop) => shop.rpc('open_orders', { p_sid: sid })),
    listOfUser: (tokens) => asPerson(tokens, (person) => person.rpc('list_my_orders')),
    lookUp: ({ orderNumber, contact }) =>
      asShop((shop) => shop.rpc('find_order', { p_number: orderNumber, p_contact: contactOf(contact) })),
    linksOfNumber: (orderNumber) => asShop((shop) => shop.rpc('links_of_number', { p_number: orderNumber })),
    claim: (sid, orderId, { contact }) =>
      asShop((shop) =>
        shop.rpc('claim_order', { p_sid: sid, p_order_id: orderId, p_contact: contactOf(contact) }),
      ),
    renewLink: (sid, orderId) =>
      asShop((shop) => shop.rpc('renew_order_link', { p_sid: sid, p_order_id: orderId })),
  };
}

/** From where a call comes, as the SQL functions that count it take it. */
export const countedBy = async ({ clientAddress, isHuman }: CallSource) => ({
  p_address_hash: await addressHash(clientAddress),
  p_is_human: isHuman,
});

export const seenBy = (sid: string | null, orderId: string, linkVersion: number | null) => ({
  p_sid: sid ?? '',
  p_order_id: orderId,
  p_link_version: linkVersion ?? undefined,
});

const contactOf = (contact: string) => (contact.includes('@') ? { email: contact } : { phone: contact });
