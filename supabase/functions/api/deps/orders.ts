import type { AskedBy } from '../../_shared/contract/admin-transactions.ts';
import type { ClaimOrderRequest, FindOrderRequest } from '../../_shared/contract/order-access.ts';
import type { OpenOrder, PaymentForm } from '../../_shared/contract/orders.ts';
import type { Paper, PaperKind } from '../../_shared/contract/papers.ts';
import type { PlaceOrderRequest } from '../../_shared/contract/place-order.ts';
import type { AcceptanceRequest, QuotationRequest } from '../../_shared/contract/quotations.ts';
import type {
  AuthTokens,
  EarlierOrder,
  InSession,
  OrderLinkVersion,
  PlacedOrder,
  StoredCartLine,
  StoredOrder,
  StoredQuotation,
} from '../../_shared/supabase/sql-replies.ts';

/** A page of a list of orders, newest first: before null is the first one. */
export type OrdersPage = { limit: number; before: { createdAt: string; id: string } | null };

export type Orders = {
  /** The pieces that the unpaid orders of a session and its account hold. */
  holdsOfSameBuyer(sid: string): Promise<StoredCartLine[]>;
  /**
   * In the session `sid` when that is worth something already, else in a new one, `newSid`, which is written too.
   * Without a transaction for an earlier order whose payment must be taken up with `Payments.payAgain`.
   * @throws Refusal as `placeOrder` of the contract, `too_many_requests`
   */
  placeOrder(
    sid: string | null,
    newSid: string,
    clientAddress: string,
    idempotencyKey: string | undefined,
    request: PlaceOrderRequest,
  ): Promise<(PlacedOrder | EarlierOrder) & InSession>;
  /** Asked for with the same id, it is one. @throws Refusal as `askForQuotation` of the contract */
  askForQuotation(
    sid: string | null,
    clientAddress: string,
    id: string,
    request: QuotationRequest,
  ): Promise<unknown>;
  quotation(link: QuotationLink): Promise<StoredQuotation | null>;
  quotationPaper(link: QuotationLink): Promise<Paper | null>;
  /** In a session as `placeOrder`. @throws Refusal as `acceptQuotation` of the contract */
  acceptQuotation(
    sid: string | null,
    newSid: string,
    clientAddress: string,
    link: QuotationLink,
    request: AcceptanceRequest,
  ): Promise<OrderLinkVersion & InSession>;
  /** @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `money_received` */
  cancel(sid: string, orderId: string): Promise<StoredOrder>;
  /** One order as a session sees it, or whoever has shown the key of this version of its link; null when they see nothing. */
  find(sid: string | null, orderId: string, linkVersion: number | null): Promise<StoredOrder | null>;
  /**
   * The oldest first; null when the caller sees no such paper. `contact`: who gives the order's has the buyer's name on
   * its papers. @throws Refusal `contact_mismatch`
   */
  papers(seen: SeenOrder, kind: PaperKind, contact?: string | null): Promise<Paper[] | null>;
  /** Newest first. */
  listOfSession(sid: string, page: OrdersPage): Promise<StoredOrder[]>;
  listOfUser(tokens: AuthTokens, page: OrdersPage): Promise<StoredOrder[]>;
  /** By number and contact; null for any wrong guess. */
  lookUp(request: FindOrderRequest): Promise<{ orderId: string; linkVersion: number } | null>;
  /** The orders with this number, for anyone who holds a short link to one of them. */
  linksOfNumber(orderNumber: string): Promise<{ orderId: string; linkVersion: number }[]>;
  /** Null when the contact is not the order's. @throws Refusal `not_found`, `not_signed_in` */
  claim(sid: string, orderId: string, request: ClaimOrderRequest): Promise<StoredOrder | null>;
  /** @throws Refusal `not_found` */
  renewLink(sid: string, orderId: string): Promise<StoredOrder>;
  /** The unpaid and undecided orders of a session and of its account. */
  listOpen(sid: string): Promise<OpenOrder[]>;
};

/** A quotation, and the version of its link that the caller has. */
export type QuotationLink = { id: string; version: number };

/** An order, and by what its caller sees it. */
export type SeenOrder = { sid: string | null; orderId: string; linkVersion: number | null };

export type Payments = {
  /**
   * The order as its caller sees it, after querying the bank where that is due; null when they see nothing.
   * @throws Refusal `too_many_requests`
   */
  check(seen: SeenOrder, clientAddress: string): Promise<StoredOrder | null>;
  /**
   * Queries the bank first: a transaction that was just paid is not paid again.
   * @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `out_of_stock`, `shop_busy`, `too_many_requests`
   */
  payAgain(seen: SeenOrder, clientAddress: string): Promise<PlacedOrder>;
  /**
   * Sends a prompt of M-Pesa to a phone, `254…`, for what is due of an order; the order as it is then.
   * @throws Refusal as `payAgain`; `prompts_are_off`
   */
  prompt(seen: SeenOrder, clientAddress: string, phone: string): Promise<StoredOrder | null>;
  /** Asks the bank about an order's transaction that is undecided or was refused, and settles by its answer; does nothing when that was just done. */
  refresh(orderId: string, askedBy?: AskedBy): Promise<void>;
};

export type PaymentForms = {
  build(placed: PlacedOrder, siteOrigin: string): PaymentForm;
};
