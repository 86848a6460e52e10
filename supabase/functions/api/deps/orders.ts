import type { AskedBy } from '../../_shared/contract/admin-transactions.ts';
import type { ClaimOrderRequest, FindOrderRequest } from '../../_shared/contract/order-access.ts';
import type { OpenOrder, PaymentForm } from '../../_shared/contract/orders.ts';
import type { PlaceOrderRequest } from '../../_shared/contract/place-order.ts';
import type {
  AuthTokens,
  EarlierOrder,
  PlacedOrder,
  StoredCartLine,
  StoredOrder,
} from '../../_shared/supabase/sql-replies.ts';
import type { CallSource } from './limits.ts';

/** Part of a list of orders, newest first: null is all, and from the newest. */
export type OrdersPage = { limit: number | null; before: { createdAt: string; id: string } | null };

export type Orders = {
  /** The pieces that the unpaid orders of a session and its account hold. */
  holdsOfSameBuyer(sid: string): Promise<StoredCartLine[]>;
  /**
   * Writes the session too, when it is new. Answers without a transaction for an earlier order whose payment must be
   * taken up with `Payments.payAgain`.
   * @throws Refusal as `placeOrder` of the contract, `too_many_requests`
   */
  placeOrder(
    sid: string,
    source: CallSource,
    idempotencyKey: string | undefined,
    request: PlaceOrderRequest,
  ): Promise<PlacedOrder | EarlierOrder>;
  /** @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `money_received` */
  cancel(sid: string, orderId: string): Promise<StoredOrder>;
  /** One order as a session sees it, or whoever has shown the key of this version of its link; null when they see nothing. */
  find(sid: string | null, orderId: string, linkVersion: number | null): Promise<StoredOrder | null>;
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

/** An order, and by what its caller sees it. */
export type SeenOrder = { sid: string | null; orderId: string; linkVersion: number | null };

export type Payments = {
  /**
   * The order as its caller sees it, after querying the bank where that is due; null when they see nothing.
   * @throws Refusal `too_many_requests`
   */
  check(seen: SeenOrder, source: CallSource): Promise<StoredOrder | null>;
  /**
   * Queries the bank first: a transaction that was just paid is not paid again.
   * @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `out_of_stock`, `shop_busy`, `too_many_requests`
   */
  payAgain(seen: SeenOrder, source: CallSource): Promise<PlacedOrder>;
  /** Asks the bank about an order's transaction that is undecided or was refused, and settles by its answer; does nothing when that was just done. */
  refresh(orderId: string, askedBy?: AskedBy): Promise<void>;
};

export type PaymentForms = {
  build(placed: PlacedOrder, siteOrigin: string): PaymentForm;
};

export type OrderLinks = {
  keyOf(orderId: string, version: number): string;
  shortKeyOf(orderId: string, version: number): string;
  versionOf(orderId: string, key: string): number | null;
};
