import { companyOf } from '../../_shared/contract/company.ts';
import { emailOrPhone } from '../../_shared/contract/contact-fields.ts';
import { orderFingerprint } from '../../_shared/contract/orders.ts';
import { timeLimits } from '../../_shared/contract/time-limits.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { sessionDays } from '../../_shared/http/session-cookie.ts';
import { sha256Hex } from '../../_shared/secrets/sha256.ts';
import { acceptedOf } from '../../_shared/supabase/query-result.ts';
import type { RefusalReply } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Orders, OrdersPage } from '../deps/orders.ts';

export function supabaseOrders({ asShop, asPerson }: SupabaseClients): Orders {
  return {
    placeOrder: async (sid, newSid, clientAddress, idempotencyKey, request) => {
      const hash = sha256Hex(orderFingerprint(request));
      const answerBy = Date.now() + timeLimits.order;
      /** @param behind milliseconds by which the clock here is behind Postgres' */
      const placeWithClockOffset = (behind: number) =>
        asShop((shop) =>
          shop.rpc('place_order_within_limits', {
            p_address_hash: addressHash(clientAddress),
            p_sid: sid ?? '',
            p_new_sid: newSid,
            p_key: idempotencyKey,
            p_request_hash: hash,
            p_request: request,
            p_session_days: sessionDays,
            p_answer_by: new Date(answerBy + behind).toISOString(),
          }),
        );
      let behind = 0;
      for (let attempt = 1; ; attempt += 1) {
        const reply = await placeWithClockOffset(behind);
        const { refusal, details } = reply as Partial<RefusalReply>;
        // Without details a row was locked, and it was waited for.
        if (refusal !== 'shop_busy' || !details || Date.now() > answerBy) return acceptedOf(reply);
        // Either there is a place for it a moment later, or what it orders is gone by then. In a crowd each asks less and less.
        behind ||= Math.max(behindPostgres(reply), 0);
        await new Promise((resolve) => setTimeout(resolve, attempt * (300 + 600 * Math.random())));
      }
    },
    holdsOfSameBuyer: (sid) => asShop((shop) => shop.rpc('holds_of_same_buyer', { p_sid: sid })),
    askForQuotation: async (sid, clientAddress, id, { contact, county, name, items, ...company }) =>
      acceptedOf(
        await asShop((shop) =>
          shop.rpc('ask_for_quotation_within_limits', {
            p_address_hash: addressHash(clientAddress),
            p_sid: sid ?? '',
            p_id: id,
            p_request: { name, ...emailOrPhone(contact), company: companyOf(company), county, items },
          }),
        ),
      ),
    quotationPaper: ({ id, version }) =>
      asShop((shop) => shop.rpc('quotation_paper', { p_id: id, p_link_version: version })),
    quotation: ({ id, version }) =>
      asShop((shop) => shop.rpc('quotation_by_link', { p_id: id, p_link_version: version })),
    acceptQuotation: async (sid, newSid, clientAddress, link, { version, ...contact }) =>
      acceptedOf(
        await asShop((shop) =>
          shop.rpc('accept_quotation_within_limits', {
            p_address_hash: addressHash(clientAddress),
            p_sid: sid ?? '',
            p_new_sid: newSid,
            p_id: link.id,
            p_link_version: link.version,
            p_version: version,
            p_details: contact,
            p_session_days: sessionDays,
          }),
        ),
      ),
    cancel: (sid, orderId) =>
      asShop((shop) => shop.rpc('cancel_unpaid_order', { p_sid: sid, p_order_id: orderId })),
    find: (sid, orderId, linkVersion) =>
      asShop((shop) => shop.rpc('visible_order', seenBy(sid, orderId, linkVersion))),
    papers: ({ sid, orderId, linkVersion }, kind, contact) =>
      asShop((shop) =>
        shop.rpc('papers_of_order', {
          ...seenBy(sid, orderId, linkVersion),
          p_kind: kind,
          ...(contact && { p_contact: emailOrPhone(contact) }),
        }),
      ),
    listOfSession: (sid, page) =>
      asShop((shop) => shop.rpc('list_session_orders', { p_sid: sid, ...partOf(page) })),
    listOpen: (sid) => asShop((shop) => shop.rpc('open_orders', { p_sid: sid })),
    listOfUser: (tokens, page) => asPerson(tokens, (person) => person.rpc('list_my_orders', partOf(page))),
    lookUp: ({ orderNumber, contact }) =>
      asShop((shop) => shop.rpc('find_order', { p_number: orderNumber, p_contact: emailOrPhone(contact) })),
    linksOfNumber: (orderNumber) => asShop((shop) => shop.rpc('links_of_number', { p_number: orderNumber })),
    claim: (sid, orderId, { contact }) =>
      asShop((shop) =>
        shop.rpc('claim_order', { p_sid: sid, p_order_id: orderId, p_contact: emailOrPhone(contact) }),
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

export const seenBy = (sid: string | null, orderId: string, linkVersion: number | null) => ({
  p_sid: sid ?? '',
  p_order_id: orderId,
  p_link_version: linkVersion ?? undefined,
});

const partOf = ({ limit, before }: OrdersPage) => ({
  p_limit: limit,
  p_before_at: before?.createdAt,
  p_before_id: before?.id,
});
