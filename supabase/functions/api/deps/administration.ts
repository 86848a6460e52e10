import type {
  AccessToken,
  AdminOrder,
  AdminProduct,
  AdminStats,
  Transaction,
} from '../../_shared/contract/admin.ts';
import type { User } from '../../_shared/contract/auth.ts';
import type { CreateProductRequest, UpdateProductRequest } from '../../_shared/contract/product-form.ts';
import type { AuthTokens, Paged } from '../../_shared/supabase/sql-replies.ts';

/** The requested page of a list: its number, counted from 1, and its rows. */
export type Page = { page: number; limit: number };

/**
 * What admins do. Everything runs with the caller's own token and is refused with `forbidden` to anyone who is not an
 * admin at that moment. Pages count from 1.
 */
export type Administration = {
  /** Checked before a form is read, so that unauthorized callers learn nothing about its fields. */
  requireAdmin(tokens: AuthTokens): Promise<void>;
  stats(tokens: AuthTokens): Promise<AdminStats>;
  listUsers(tokens: AuthTokens, page: Page): Promise<Paged<User>>;
  listOrders(tokens: AuthTokens, page: Page): Promise<Paged<AdminOrder>>;
  listTransactions(tokens: AuthTokens, page: Page): Promise<Paged<Transaction>>;
  /** The same id twice is one product. @throws Refusal `slug_taken`, `changed_meanwhile` */
  createProduct(tokens: AuthTokens, request: CreateProductRequest, id?: string): Promise<AdminProduct>;
  /** @throws Refusal `not_found`, `changed_meanwhile`, `slug_taken`, `stock_is_held` */
  updateProduct(tokens: AuthTokens, id: string, request: UpdateProductRequest): Promise<AdminProduct>;
  /** @throws Refusal `not_found` */
  deleteProduct(tokens: AuthTokens, id: string): Promise<{ success: true; archived: boolean }>;
  /** @throws Refusal `not_found`, `transition_refused`, `cancel_undecided`, `refund_first` */
  cancelOrder(tokens: AuthTokens, orderId: string): Promise<AdminOrder>;
  /** Asks the bank now and settles by its answer. @throws Refusal `not_found` */
  askGatewayAgain(tokens: AuthTokens, transactionId: string): Promise<Transaction>;
  /** The caller's own access token, for an admin's browser. */
  accessToken(tokens: AuthTokens): Promise<AccessToken>;
};
