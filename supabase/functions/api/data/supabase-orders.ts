import { orderFingerprint } from '../../_shared/contract/orders.ts';
import { timeLimits } from '../../_shared/contract/time-limits.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { sessionDays } from '../../_shared/http/session-cookie.ts';
import { sha256Hex } from '../../_shared/http/sha256.ts';
import { acceptedOf } from '../../_shared/supabase/query-result.ts';
import type { RefusalReply } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { CallSource } from '../deps/limits.ts';
import type { Orders, OrdersPage } from '../deps/orders.ts';

export function supabaseOrders({ asShop, asPerson }: SupabaseClients): Orders {
  return {
    placeOrder: async (sid, source, idempotencyKey, request) => {
      const hash = sha256Hex(orderFingerprint(request));
      const counted = countedBy(source);
      const answerBy = Date.now() + timeLimits.order;
      /** @param behind milliseconds by which the clock here is behind Postgres' */
      const placeWithClockOffset = (behind: number) =>
        asShop((shop) =>
          shop.rpc('place_order_within_limits', {
            ...counted,
            p_sid: sid,
            p_key: idempotencyKey,
            p_request_hash: hash,
            p_request: request,
            p_session_days: sessionDays,
            p_answer_by: new Date(answerBy + behind).toISOString(),
          }),
        );
      const reply = await placeWithClockOffset(0);
      const behind = behindPostgres(reply);
      return acceptedOf(behind > 0 && Date.now() < answerBy ? await placeWithClockOffset(behind) : reply);
    },
    holdsOfSameBuyer: (sid) => asShop((shop) => shop.rpc('holds_of_same_buyer', { p_sid: sid })),
    cancel: (sid, orderId) =>
      asShop((shop) => shop.rpc('cancel_unpaid_order', { p_sid: sid, p_order_id: orderId })),
    find: (sid, orderId, linkVersion) =>
      asShop((shop) => shop.rpc('visible_order', seenBy(sid, orderId, linkVersion))),
    listOfSession: (sid, page) =>
      asShop((shop) => shop.rpc('list_session_orders', { p_sid: sid, ...partOf(page) })),
    listOpen: (sid) => asShop((shop) => shop.rpc('open_orders', { p_sid: sid })),
    listOfUser: (tokens, page) => asPerson(tokens, (person) => person.rpc('list_my_orders', partOf(page))),
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

/**
 * By how many milliseconds the clock here is behind Postgres', at least: an order that it refused as too late says what
 * time it was there, and the reply took its time. 0 for any other reply, and for an order that was too late indeed.
 */
function behindPostgres(reply: object): number {
  const { refusal, details } = reply as Partial<RefusalReply>;
  return refusal === 'shop_busy' && /^\d+$/.test(details ?? '') ? Number(details) - Date.now() : 0;
}

/** From where a call comes, as the SQL functions that count it take it. */
export const countedBy = ({ clientAddress, isHuman }: CallSource) => ({
  p_address_hash: addressHash(clientAddress),
  p_is_human: isHuman,
});

export const seenBy = (sid: string | null, orderId: string, linkVersion: number | null) => ({
  p_sid: sid ?? '',
  p_order_id: orderId,
  p_link_version: linkVersion ?? undefined,
});

const partOf = ({ limit, before }: OrdersPage) => ({
  p_limit: limit ?? undefined,
  p_before_at: before?.createdAt,
  p_before_id: before?.id,
});

const contactOf = (contact: string) => (contact.includes('@') ? { email: contact } : { phone: contact });
