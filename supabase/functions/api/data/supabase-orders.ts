import { companyOf } from '../../_shared/contract/company.ts';
import { emailOrPhone } from '../../_shared/contract/contact-fields.ts';
import type { ClaimOrderRequest, FindOrderRequest } from '../../_shared/contract/order-access.ts';
import { orderFingerprint } from '../../_shared/contract/orders.ts';
import type { PaperKind } from '../../_shared/contract/papers.ts';
import type { PlaceOrderRequest } from '../../_shared/contract/place-order.ts';
import type { AcceptanceRequest, QuotationRequest } from '../../_shared/contract/quotations.ts';
import { timeLimits } from '../../_shared/contract/time-limits.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { sessionDays } from '../../_shared/http/session-cookie.ts';
import { sha256Hex } from '../../_shared/secrets/sha256.ts';
import { acceptedOf } from '../../_shared/supabase/query-result.ts';
import { type SeenOrder, seenBy } from '../../_shared/supabase/seen-order.ts';
import type { AuthTokens, RefusalReply } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { OrdersPage, QuotationLink } from '../deps.ts';

export function supabaseOrders({ asShop, asPerson }: SupabaseClients) {
  return {
    /**
     * In the session `sid` when that is worth something already, else in a new one, `newSid`, which is written too.
     * Without a transaction for an earlier order whose payment must be taken up with `payAgain` of `paymentDecisions`.
     * @throws Refusal as `placeOrder` of the contract, `too_many_requests`
     */
    placeOrder: async (
      sid: string | null,
      newSid: string,
      clientAddress: string,
      idempotencyKey: string | undefined,
      request: PlaceOrderRequest,
    ) => {
      const hash = sha256Hex(orderFingerprint(request));
      const answerBy = Date.now() + timeLimits.order;
      /** @param behind milliseconds by which the clock here is behind Postgres' */
      const placeWithClockOffset = (behind: number) =>
        asShop.rpc('place_order_within_limits', {
          p_address_hash: addressHash(clientAddress),
          p_sid: sid ?? '',
          p_new_sid: newSid,
          p_key: idempotencyKey,
          p_request_hash: hash,
          p_request: request,
          p_session_days: sessionDays,
          p_answer_by: new Date(answerBy + behind).toISOString(),
        });
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
    /** The pieces that the unpaid orders of a session and its account hold. */
    holdsOfSameBuyer: (sid: string) => asShop.rpc('holds_of_same_buyer', { p_sid: sid }),
    /** Asked for with the same id, it is one. @throws Refusal as `askForQuotation` of the contract */
    askForQuotation: async (
      sid: string | null,
      clientAddress: string,
      id: string,
      { contact, county, name, items, ...company }: QuotationRequest,
    ) =>
      acceptedOf(
        await asShop.rpc('ask_for_quotation_within_limits', {
          p_address_hash: addressHash(clientAddress),
          p_sid: sid ?? '',
          p_id: id,
          p_request: { name, ...emailOrPhone(contact), company: companyOf(company), county, items },
        }),
      ),
    quotationPaper: ({ id, version }: QuotationLink) =>
      asShop.rpc('quotation_paper', { p_id: id, p_link_version: version }),
    quotation: ({ id, version }: QuotationLink) =>
      asShop.rpc('quotation_by_link', { p_id: id, p_link_version: version }),
    /** In a session as `placeOrder`. @throws Refusal as `acceptQuotation` of the contract */
    acceptQuotation: async (
      sid: string | null,
      newSid: string,
      clientAddress: string,
      link: QuotationLink,
      { version, ...contact }: AcceptanceRequest,
    ) =>
      acceptedOf(
        await asShop.rpc('accept_quotation_within_limits', {
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
    /** @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `money_received` */
    cancel: (sid: string, orderId: string) =>
      asShop.rpc('cancel_unpaid_order', { p_sid: sid, p_order_id: orderId }),
    /** One order as a session sees it, or whoever has shown the key of this version of its link; null when they see nothing. */
    find: (seen: SeenOrder) => asShop.rpc('visible_order', seenBy(seen)),
    /**
     * The oldest first; null when the caller sees no such paper. `contact`: who gives the order's has the buyer's name on
     * its papers. @throws Refusal `contact_mismatch`
     */
    papers: (seen: SeenOrder, kind: PaperKind, contact?: string | null) =>
      asShop.rpc('papers_of_order', {
        ...seenBy(seen),
        p_kind: kind,
        ...(contact && { p_contact: emailOrPhone(contact) }),
      }),
    /** Newest first. */
    listOfSession: (sid: string, page: OrdersPage) =>
      asShop.rpc('list_session_orders', { p_sid: sid, ...partOf(page) }),
    /** The unpaid and undecided orders of a session and of its account. */
    listOpen: (sid: string) => asShop.rpc('open_orders', { p_sid: sid }),
    listOfUser: (tokens: AuthTokens, page: OrdersPage) =>
      asPerson(tokens, (person) => person.rpc('list_my_orders', partOf(page))),
    /** By number and contact; null for any wrong guess. */
    lookUp: ({ orderNumber, contact }: FindOrderRequest) =>
      asShop.rpc('find_order', { p_number: orderNumber, p_contact: emailOrPhone(contact) }),
    /** The orders with this number, for anyone who holds a short link to one of them. */
    linksOfNumber: (orderNumber: string) => asShop.rpc('links_of_number', { p_number: orderNumber }),
    /** Null when the contact is not the order's. @throws Refusal `not_found`, `not_signed_in` */
    claim: (sid: string, orderId: string, { contact }: ClaimOrderRequest) =>
      asShop.rpc('claim_order', { p_sid: sid, p_order_id: orderId, p_contact: emailOrPhone(contact) }),
    /** @throws Refusal `not_found` */
    renewLink: (sid: string, orderId: string) =>
      asShop.rpc('renew_order_link', { p_sid: sid, p_order_id: orderId }),
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

const partOf = ({ limit, before }: OrdersPage) => ({
  p_limit: limit,
  p_before_at: before?.createdAt,
  p_before_id: before?.id,
});
