import type {
  AccessToken,
  AdminOrder,
  AdminProduct,
  AdminStats,
  RowCursor,
  Transaction,
} from '../../_shared/contract/admin.ts';
import type { OrderDetails } from '../../_shared/contract/admin-orders.ts';
import type { Statement } from '../../_shared/contract/debts.ts';
import type { User } from '../../_shared/contract/auth.ts';
import type { Permission } from '../../_shared/contract/staff.ts';
import type { CreateProductRequest, UpdateProductRequest } from '../../_shared/contract/product-form.ts';
import type { AuthTokens, CountedPage } from '../../_shared/supabase/sql-replies.ts';
import type { SeenOrder } from './orders.ts';

/** The requested page of a list: its rows, and behind which row it begins, or behind how many. */
export type Page = { limit: number; after: RowCursor | number };

/**
 * What staff do. Everything runs with the caller's own token and is refused with `forbidden` to anyone who lacks the
 * permission at that moment.
 */
export type Administration = {
  /** Checked before a form is read, so that unauthorized callers learn nothing about its fields. */
  requirePermission(tokens: AuthTokens, permission: Permission): Promise<void>;
  stats(tokens: AuthTokens): Promise<AdminStats>;
  listUsers(tokens: AuthTokens, page: Page): Promise<CountedPage<User>>;
  listOrders(tokens: AuthTokens, page: Page): Promise<CountedPage<AdminOrder>>;
  /** Everything about an order; null when there is no such order. */
  orderDetails(tokens: AuthTokens, orderId: string): Promise<OrderDetails | null>;
  /** Of the buyer of an order; null when there is no such order. @throws Refusal `invalid_request` */
  customerStatement(tokens: AuthTokens, orderId: string, from: string, to: string): Promise<Statement | null>;
  listTransactions(tokens: AuthTokens, page: Page): Promise<CountedPage<Transaction>>;
  /** The same id twice is one product. @throws Refusal `slug_taken`, `changed_meanwhile` */
  createProduct(tokens: AuthTokens, request: CreateProductRequest, id?: string): Promise<AdminProduct>;
  /** @throws Refusal `not_found`, `changed_meanwhile`, `slug_taken`, `stock_is_held` */
  updateProduct(tokens: AuthTokens, id: string, request: UpdateProductRequest): Promise<AdminProduct>;
  /** @throws Refusal `not_found` */
  deleteProduct(tokens: AuthTokens, id: string): Promise<{ success: true; archived: boolean }>;
  /** Stores it with the shop's key, since no user may write to Storage. Returns the public address. @throws Refusal `service_unavailable` */
  storePicture(name: string, type: string, bytes: Uint8Array): Promise<string>;
  /** @throws Refusal `not_found`, `transition_refused`, `cancel_undecided`, `refund_first` */
  cancelOrder(tokens: AuthTokens, orderId: string): Promise<AdminOrder>;
  /** The version of an order's link, a new one when it is renewed. @throws Refusal `not_found` */
  linkVersion(tokens: AuthTokens, orderId: string, isRenewed: boolean): Promise<number>;
  quotationLinkVersion(tokens: AuthTokens, id: string, isRenewed: boolean): Promise<number>;
  /** In the session of who is signed in. @throws Refusal as `Payments.prompt` */
  promptOrder(tokens: AuthTokens, seen: SeenOrder, clientAddress: string, phone: string): Promise<unknown>;
  /** Asks the bank now and settles by its answer. @throws Refusal `not_found` */
  askGatewayAgain(tokens: AuthTokens, transactionId: string): Promise<Transaction>;
  /** The caller's own access token, for the browser of staff. */
  accessToken(tokens: AuthTokens): Promise<AccessToken>;
};
