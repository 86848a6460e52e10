import type { paymentDecisions } from '../../_shared/card-gateway/payment-decision.ts';
import type { AccessToken } from '../../_shared/contract/admin.ts';
import type { CreateProductRequest, UpdateProductRequest } from '../../_shared/contract/product-form.ts';
import type { Permission } from '../../_shared/contract/staff.ts';
import { productColumns } from '../../_shared/contract/product-columns.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { SeenOrder } from '../../_shared/supabase/seen-order.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Page } from '../deps.ts';

/**
 * What staff do. Everything with the caller's own token: the database refuses with `forbidden` whoever lacks the permission
 * at that moment. Only the bank's key is the
 * shop's to read.
 * @param paymentsFor asks the bank or Safaricom on behalf of an account
 */
export function supabaseAdministration(
  { asPerson, asShop, url, publishableKey }: SupabaseClients,
  paymentsFor: (actorId: string) => Pick<ReturnType<typeof paymentDecisions>, 'decide' | 'prompt'>,
) {
  const pageOf = ({ limit, after }: Page) => ({ p_limit: limit, p_after: after });
  /** Checked before a form is read, so that unauthorized callers learn nothing about its fields. */
  const requirePermission = (tokens: AuthTokens, permission: Permission) =>
    asPerson(tokens, (staff) => staff.rpc('require_permission', { p_permission: permission }));

  return {
    requirePermission,
    stats: (tokens: AuthTokens) => asPerson(tokens, (admin) => admin.rpc('admin_stats')),
    listUsers: (tokens: AuthTokens, page: Page) =>
      asPerson(tokens, (admin) => admin.rpc('list_users', pageOf(page))),
    listOrders: (tokens: AuthTokens, page: Page) =>
      asPerson(tokens, (admin) => admin.rpc('list_all_orders', pageOf(page))),
    /** Everything about an order; null when there is no such order. */
    orderDetails: (tokens: AuthTokens, orderId: string) =>
      asPerson(tokens, (staff) => staff.rpc('order_details', { p_order_id: orderId })),
    /** Of the buyer of an order; null when there is no such order. @throws Refusal `invalid_request` */
    customerStatement: (tokens: AuthTokens, orderId: string, from: string, to: string) =>
      asPerson(tokens, (staff) =>
        staff.rpc('customer_statement', { p_order_id: orderId, p_from: from, p_to: to }),
      ),
    listTransactions: (tokens: AuthTokens, page: Page) =>
      asPerson(tokens, (admin) => admin.rpc('list_transactions', pageOf(page))),
    /** The same id twice is one product. @throws Refusal `slug_taken`, `changed_meanwhile` */
    createProduct: (tokens: AuthTokens, request: CreateProductRequest, id?: string) =>
      asPerson(tokens, (admin) =>
        admin.rpc('create_product', { p_product: productColumns(request), p_id: id }),
      ),
    /** @throws Refusal `not_found`, `changed_meanwhile`, `slug_taken`, `stock_is_held` */
    updateProduct: (
      tokens: AuthTokens,
      id: string,
      { seenUpdatedAt, seen, ...request }: UpdateProductRequest,
    ) =>
      asPerson(tokens, (admin) =>
        admin.rpc('update_product', {
          p_id: id,
          p_changes: productColumns(request),
          p_seen: seenUpdatedAt,
          p_seen_values: seen && productColumns(seen),
        }),
      ),
    /** @throws Refusal `not_found` */
    deleteProduct: (tokens: AuthTokens, id: string) =>
      asPerson(tokens, (admin) => admin.rpc('delete_product', { p_id: id })),
    /** Stores it with the shop's key, since no user may write to Storage. Returns the public address. @throws Refusal `service_unavailable` */
    storePicture: (name: string, type: string, bytes: Uint8Array) =>
      asShop(async ({ storage }) => {
        const bucket = storage.from('products');
        const stored = await bucket.download(name).then(({ data }) => data?.arrayBuffer());
        const isSame = (other: Uint8Array) =>
          other.length === bytes.length && other.every((byte, i) => byte === bytes[i]);
        // A stored file never changes: storing it again renews its date.
        if (stored && !isSame(new Uint8Array(stored)))
          throw new Refusal('invalid_request', {
            fields: { data: 'Another picture is stored under this name' },
          });
        const options = { contentType: type, cacheControl: '31536000', upsert: stored !== undefined };
        const { error } = await bucket.upload(name, bytes, options);
        if (error)
          throw new Refusal('service_unavailable', {
            message: 'Pictures cannot be stored at the moment. Please try again in a few minutes.',
            fault: error.message,
          });
        return { status: 200, data: bucket.getPublicUrl(name).data.publicUrl, error: null };
      }),
    /** @throws Refusal `not_found`, `transition_refused`, `cancel_undecided`, `refund_first` */
    cancelOrder: (tokens: AuthTokens, orderId: string) =>
      asPerson(tokens, (admin) => admin.rpc('advance_order', { p_order_id: orderId, p_status: 'cancelled' })),
    /** The version of an order's link, a new one when it is renewed. @throws Refusal `not_found` */
    linkVersion: (tokens: AuthTokens, orderId: string, isRenewed: boolean) =>
      asPerson(tokens, (admin) =>
        admin.rpc('link_version_as_owner', { p_order_id: orderId, p_is_renewed: isRenewed }),
      ),
    quotationLinkVersion: (tokens: AuthTokens, id: string, isRenewed: boolean) =>
      asPerson(tokens, (admin) => admin.rpc('quotation_link_version', { p_id: id, p_is_renewed: isRenewed })),
    /** In the session of who is signed in. @throws Refusal as that of a buyer */
    promptOrder: ({ userId }: AuthTokens, seen: SeenOrder, clientAddress: string, phone: string) =>
      paymentsFor(userId).prompt(seen, clientAddress, phone),
    /** Asks the bank now and settles by its answer. @throws Refusal `not_found` */
    askGatewayAgain: async (tokens: AuthTokens, transactionId: string) => {
      await requirePermission(tokens, 'payments.record');
      const which = { p_transaction_id: transactionId };
      // No person may read the key of the bank's status query, not even an admin.
      const question = await asShop.rpc('ask_of_transaction', which);
      if (question) await paymentsFor(tokens.userId).decide(question, 'owner');
      return asPerson(tokens, (admin) => admin.rpc('transaction_by_id', which));
    },
    /** The caller's own access token, for the browser of staff. */
    accessToken: async (tokens: AuthTokens): Promise<AccessToken> => {
      await requirePermission(tokens, 'dashboard');
      return {
        token: tokens.accessToken,
        expiresAt: new Date(tokens.accessExpiresAt * 1000).toISOString(),
        url,
        publishableKey,
      };
    },
  };
}
